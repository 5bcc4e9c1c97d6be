/** What a parser found: the value, or in words why there is none. The words follow the name of the field: "has no @". */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string };
