/** A row of a list. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version?: number }
