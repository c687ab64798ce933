/** A row of a list, as the browser's generic parts know it: what it has beside its id, its schema says (`ListMetadata`). */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version?: number }
