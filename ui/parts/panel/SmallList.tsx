import type { ColumnMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { useText } from '../../i18n.ts'
import { isMissing, Value } from '../values/formats.tsx'

interface SmallListProps {
  readonly columns: readonly ColumnMetadata[]
  readonly rows: readonly Row[]
}

/** The most columns for which a panel is wide enough. */
const maxTableColumns = 3

/** The rows of a panel's tab: a table, or stacked rows if there are too many columns for a table. */
export function SmallList({ columns, rows }: SmallListProps) {
  const t = useText()
  if (columns.length > maxTableColumns) return <StackedRows columns={columns} rows={rows} />
  return (
    <div className="parts-small">
      <table>
        <thead>
          <tr>
            {columns.map(({ key, header, align }) => (
              <th key={key} scope="col" data-align={align}>
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id ?? index}>
              {columns.map(({ key, schema, align, blank }) => (
                <td key={key} data-align={align}>
                  <Value schema={schema} value={row[key]} row={row} blank={blank} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isFreeText = ({ schema }: ColumnMetadata): boolean => {
  const { type, format, vocabulary } = unwrapped(schema)
  return type === 'string' && !format && !vocabulary
}

/** Each row as a block: short values in the first line, and each text in full below. Missing values are left out. */
function StackedRows({ columns, rows }: SmallListProps) {
  const t = useText()
  return (
    <ol className="parts-stacked-rows">
      {rows.map((row, index) => (
        <li key={row.id ?? index}>
          <dl>
            {columns
              .filter(({ key }) => !isMissing(row[key]))
              .map(column => (
                <div key={column.key} data-text={isFreeText(column) || undefined}>
                  <dt className="visually-hidden">{t(column.header)}</dt>
                  <dd>
                    <Value schema={column.schema} value={row[column.key]} row={row} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}
