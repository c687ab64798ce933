/** What a file may hold. Whatever is more is refused before it is kept in memory. */

/** Columns with a header or a value. */
export const maxColumns = 100
/** Rows above the header: a title, a date. */
export const maxRowsAbove = 20
export const maxCellLength = 10_000
/** Bytes of one part of a workbook, unpacked. */
export const maxPartBytes = 200_000_000
/** Characters of the texts that the cells of a workbook share, which are kept in memory while it is read. */
export const maxSharedCharacters = 20_000_000
