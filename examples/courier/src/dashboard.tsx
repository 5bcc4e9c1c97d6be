import { useConnectionState } from '@org/realtime/react';
import type { Geometry } from 'geojson';
import { useEffect, useState } from 'react';
import type { Start } from '../deliveries.ts';
import { CourierMap } from './courier-map.tsx';
import { type Ride, useDeliveries } from './use-deliveries.ts';

export function Dashboard({ start }: { readonly start: Start }) {
  const { rides, positions } = useDeliveries(start.couriers);
  const connection = useConnectionState();
  const [chosen, setChosen] = useState('');
  const reach = useReach(chosen, rides.find(({ courier }) => courier === chosen)?.metersLeft === 0);

  return (
    <>
      <aside>
        <h1>Couriers of Larkbridge</h1>
        <OrderForm places={start.places.map(({ name }) => name)} />
        <h2>Couriers, {connection}</h2>
        <ul>
          {start.couriers.map(({ name }) => (
            <li key={name}>
              <button
                type="button"
                aria-pressed={name === chosen}
                onClick={() => setChosen(name === chosen ? '' : name)}
              >
                {name}
                <small>{name === chosen ? 'in reach of one and two minutes' : 'show the reach'}</small>
              </button>
            </li>
          ))}
        </ul>
        <h2>Deliveries</h2>
        <ul>
          {rides.map((ride) => (
            <li key={ride.id}>
              {ride.courier} to the {ride.to}
              <small>{progressOf(ride)}</small>
            </li>
          ))}
        </ul>
      </aside>
      <CourierMap start={start} rides={rides} positions={positions} reach={reach} />
    </>
  );
}

function progressOf({ metersLeft, isMailed }: Ride): string {
  if (isMailed) return 'arrived, and mailed';
  if (metersLeft === undefined) return 'on the way';
  return metersLeft === 0 ? 'arrived' : `${metersLeft} m to go`;
}

function OrderForm({ places }: { readonly places: readonly string[] }) {
  const [problem, setProblem] = useState('');
  const order = async (form: FormData) => {
    const body = JSON.stringify(Object.fromEntries(form));
    const response = await fetch('/api/orders', { method: 'POST', body });
    setProblem(response.ok ? '' : await response.text());
  };
  return (
    <form action={order}>
      <select name="place" aria-label="To">
        {places.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <input name="customer" type="email" aria-label="Email" defaultValue="bob@example.com" required />
      <button type="submit">Send a courier</button>
      {problem !== '' && <p role="alert">{problem}</p>}
    </form>
  );
}

/** The areas that a courier reaches. They are asked for again where a ride ends. */
function useReach(courier: string, hasArrived: boolean): readonly Geometry[] {
  const [areas, setAreas] = useState<readonly Geometry[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a courier who arrived is elsewhere
  useEffect(() => {
    setAreas([]);
    if (courier === '') return;
    const controller = new AbortController();
    fetch(`/api/reach?courier=${encodeURIComponent(courier)}`, { signal: controller.signal })
      .then(async (response) => response.ok && setAreas(await response.json()))
      .catch(() => {}); // another courier was chosen
    return () => controller.abort();
  }, [courier, hasArrived]);
  return areas;
}
