import { derivedControl } from '../../../src/contract/form.ts'
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

/** The columns that stand above each other: each with those that are `under` it. */
const stacksOf = (columns: readonly ColumnMetadata[]): (readonly [ColumnMetadata, ...ColumnMetadata[]])[] =>
  columns
    .filter(({ under }) => under === undefined)
    .map(column => [column, ...columns.filter(({ under }) => under === column.key)])

const isPicture = ({ schema }: ColumnMetadata): boolean => unwrapped(schema).format === 'picture'

/** A missing value that stands under another one is left out, unless something is said in its place. */
const isDrawn =
  (row: Row) =>
  ({ key, under, blank }: ColumnMetadata): boolean =>
    under === undefined || blank !== undefined || !isMissing(row[key])

/** The rows of a panel's tab: a table, or stacked rows where there are pictures, or too many columns beside each other for a table. */
export function SmallList({ columns, rows }: SmallListProps) {
  const t = useText()
  const stacks = stacksOf(columns)
  if (stacks.length > maxTableColumns || columns.some(isPicture)) return <StackedRows columns={columns} rows={rows} />
  return (
    <div className="parts-small">
      <table>
        <thead>
          <tr>
            {stacks.map(stack => (
              <th key={stack[0].key} scope="col" data-align={stack[0].align}>
                {stack.map(({ key, header }) => (
                  <div key={key}>{t(header)}</div>
                ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id ?? index}>
              {stacks.map(stack => (
                <td key={stack[0].key} data-align={stack[0].align} data-wraps={stack.some(isSentence) || undefined}>
                  {stack.filter(isDrawn(row)).map(({ key, schema, blank }) => (
                    <div key={key}>
                      <Value schema={schema} value={row[key]} row={row} blank={blank} />
                    </div>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A text of any length, which a form would give several lines. */
const isSentence = ({ schema }: ColumnMetadata): boolean => derivedControl(schema) === 'longText'

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
