/** Cells and columns of a spreadsheet. */

/**
 * `day` takes `YYYY-MM-DD` and writes a real date, `instant` takes ISO 8601 and writes a date with the time of Warsaw. `money` and
 * `decimal` are numbers with two digits after the comma; so are `tonnes`, `kilometres`, `hours` and `volts`, which show their unit, and
 * `kilograms`, which are whole.
 */
export type CellFormat =
  | 'text'
  | 'day'
  | 'instant'
  | 'money'
  | 'decimal'
  | 'tonnes'
  | 'kilograms'
  | 'kilometres'
  | 'hours'
  | 'volts'
  | 'integer'
  | 'degrees'

export interface SheetColumn {
  readonly header: string
  readonly format: CellFormat
  /** The characters that it has room for at least, where rows below the first are wider. */
  readonly least?: number
}

/** A number whose unit differs from row to row: it stays a number, which shows the unit. */
export interface Counted {
  readonly value: number
  readonly unit: string
  /** None by default. */
  readonly decimals?: number
}

export type Cell = string | number | Counted | null
