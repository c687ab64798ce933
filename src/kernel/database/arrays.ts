/**
 * Arrays of numbers as parameters, in PostgreSQL's binary format. For both sides it is many times faster than text, because
 * formatting and parsing the digits of a double takes long. `null` and numbers that are not finite become NULL.
 *
 * The format (array_recv in PostgreSQL's arrayfuncs.c): the number of dimensions, whether NULLs may occur, the type's oid, the
 * length and the first index; then for each element its length (-1 for NULL) and its value. All integers are 32-bit big-endian.
 */

const header = 20

type Write = (view: DataView, at: number, value: number) => void

const arrayOf =
  (oid: number, size: number, write: Write) =>
  <T>(items: readonly T[], numberOf: (item: T) => number | null | undefined): Buffer => {
    const bytes = Buffer.allocUnsafeSlow(header + items.length * (4 + size))
    const view = new DataView(bytes.buffer)
    view.setInt32(0, items.length === 0 ? 0 : 1)
    view.setInt32(4, 1)
    view.setInt32(8, oid)
    view.setInt32(12, items.length)
    view.setInt32(16, 1)
    let at = header
    for (let index = 0; index < items.length; index++) {
      const value = numberOf(items[index] as T)
      if (value === null || value === undefined || !Number.isFinite(value)) {
        view.setInt32(at, -1)
        at += 4
        continue
      }
      view.setInt32(at, size)
      write(view, at + 4, value)
      at += 4 + size
    }
    return items.length === 0 ? bytes.subarray(0, 12) : bytes.subarray(0, at)
  }

/** A parameter `$n::float8[]`. */
export const doubles = arrayOf(701, 8, (view, at, value) => view.setFloat64(at, value))
/** A parameter `$n::int[]`, for whole numbers that fit an integer. */
export const integers = arrayOf(23, 4, (view, at, value) => view.setInt32(at, value))
/** A parameter `$n::smallint[]`, for whole numbers that fit a smallint. */
export const smallints = arrayOf(21, 2, (view, at, value) => view.setInt16(at, value))

const arrays = { float8: doubles, int: integers, smallint: smallints } as const

/** The columns of a statement's rows: by name, of which type the array is, and which value of an item stands in it. */
type Columns<T> = Readonly<
  Record<string, readonly [type: keyof typeof arrays, value: (item: T) => number | null | undefined]>
>

/** Items as rows of a statement: one array a column, in the order of the table. */
interface ItemRows<T> {
  /** How many parameters the rows take. */
  readonly count: number
  /** `unnest($8::int[], $9::float8[]) as t(id, ts)`, of parameters from `$first` on. */
  from(first: number): string
  /** The parameters, in the same order. */
  valuesOf(items: readonly T[]): Buffer[]
}

/** Names each column, its type and its value in one place, so that neither numbers of parameters nor their order are written by hand. */
export function itemRows<T>(columns: Columns<T>): ItemRows<T> {
  const entries = Object.entries(columns)
  const names = entries.map(([name]) => name).join(', ')
  return {
    count: entries.length,
    from(first) {
      const parameters = entries.map(([, [type]], at) => `$${first + at}::${type}[]`)
      return `unnest(${parameters.join(', ')}) as t(${names})`
    },
    valuesOf: items => entries.map(([, [type, value]]) => arrays[type](items, value))
  }
}
