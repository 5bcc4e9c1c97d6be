import { useState } from 'preact/hooks';

/** The texts of a form, and the attributes of its inputs: `<input {...field('url')} />`. */
export function useForm<Wish extends Readonly<Record<string, string>>>(name: string, start: Wish) {
  const [wish, setWish] = useState(start);
  const field = (part: keyof Wish & string) => ({
    id: `${name}-${part}`,
    value: wish[part],
    onInput: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setWish((before) => ({ ...before, [part]: value }));
    },
  });
  return { wish, field };
}
