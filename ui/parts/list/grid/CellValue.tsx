/** A value of a column, as text or badge. A missing value of a `quiet` column draws nothing; in a column that `leads` somewhere it is a link. */
import { Link } from '@tanstack/react-router'
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { useText } from '../../../i18n.ts'
import { filledPath } from '../../command/commandState.ts'
import { isMissing, textOf, useFormatContext, Value } from '../../values/formats.tsx'

interface CellValueProps {
  readonly column: ColumnMetadata
  readonly row: Row
  /** Without links for e-mail addresses and phone numbers, as in a grid. */
  readonly plain?: boolean
}

/** Whether a quiet column has nothing to say about the row: no value, or only what the line above says. */
export const isSilent = ({ key, quiet, under }: ColumnMetadata, row: Row): boolean =>
  quiet === true && (isMissing(row[key]) || (under !== undefined && row[under] === row[key]))

export function CellValue({ column, row, plain = false }: CellValueProps) {
  const { key, schema, blank, leads } = column
  if (isSilent(column, row)) return null
  const value = <Value schema={schema} value={row[key]} row={row} blank={blank} plain={plain} />
  return leads === undefined || isMissing(row[key]) ? value : <Leading column={column} row={row} to={leads} />
}

function Leading({ column: { key, header, schema }, row, to }: CellValueProps & { readonly to: string }) {
  const t = useText()
  const text = textOf(useFormatContext(), schema, row[key])
  return (
    <Link
      to={filledPath(to, row) as string}
      // screen readers list links by their names, and a number alone would not say what it is
      aria-label={`${t(header)}: ${text}`}
      onClick={event => event.stopPropagation()}
      onDoubleClick={event => event.stopPropagation()}
    >
      {text}
    </Link>
  )
}
