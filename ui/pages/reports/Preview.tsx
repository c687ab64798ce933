/** The first lines of a report as a table, in a dialog as wide as the window. */
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import type { Query } from '../../api.ts'
import { Modal } from '../../elements/Modal.tsx'
import { Empty, Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { textOf, useFormatContext, Value } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'

interface PreviewColumn {
  readonly name: string
  readonly label: string
  readonly schema: Schema
}

/** The values by the names of the columns, with `level` and `counted` of a row of sums. */
type Line = Readonly<Record<string, unknown>>
const levelOf = ({ level }: Line): number => Number(level)

interface Previewed {
  readonly columns: readonly PreviewColumn[]
  readonly lines: readonly Line[]
  readonly rows: number
  readonly rowsCapped: boolean | null
}

interface PreviewProps {
  readonly id: number
  readonly query: Query
  readonly onClose: () => void
}

export function Preview({ id, query: params, onClose }: PreviewProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    ...query('reports.preview', '/api/Admin/Reports/:id/preview', { ...params, id }),
    // the API's description says only that schemas are objects
    select: ({ data }) => data as Previewed,
    gcTime: 0
  })
  return (
    <Modal open title={t('reports.preview')} onClose={onClose} className="report-preview">
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={8} />}
      {data?.rows === 0 && <Empty title={t('reports.preview.empty')} />}
      {data && data.rows > 0 && (
        <>
          <p className="dash-note">
            {t(data.rowsCapped ? 'reports.preview.rowsCapped' : 'reports.preview.rows', {
              shown: data.lines.filter(line => levelOf(line) === 0).length,
              count: data.rows
            })}
          </p>
          <Lines columns={data.columns} lines={data.lines} />
        </>
      )}
    </Modal>
  )
}

const isNumber = ({ schema }: PreviewColumn): boolean => {
  const { type, vocabulary } = unwrapped(schema)
  return (type === 'integer' || type === 'number') && !vocabulary
}

function Lines({ columns, lines }: Pick<Previewed, 'columns' | 'lines'>) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="report-lines" aria-label={t('reports.preview')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.name} scope="col" data-align={isNumber(column) ? 'end' : undefined}>
                {t(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and stand as they came
            <tr key={at} data-level={levelOf(line) || undefined}>
              {columns.map((column, index) => (
                <td key={column.name} data-align={isNumber(column) ? 'end' : undefined}>
                  {levelOf(line) > 0 && index === labelAt(columns, line) ? (
                    <SumText column={column} line={line} />
                  ) : (
                    <Cell column={column} line={line} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ column: { name, schema }, line }: { readonly column: PreviewColumn; readonly line: Line }) {
  const value = line[name]
  return levelOf(line) > 0 && (value === null || value === undefined) ? null : (
    <Value schema={schema} value={value} row={line} plain />
  )
}

/** The index of the column with the text of a row of sums: that of the innermost group that the sums belong to. */
const labelAt = (columns: readonly PreviewColumn[], line: Line): number => {
  const filled = columns.findIndex(column => !isNumber(column) && (line[column.name] ?? null) === null)
  return Math.max(0, (filled < 0 ? columns.length : filled) - 1)
}

function SumText({ column: { name, schema }, line }: { readonly column: PreviewColumn; readonly line: Line }) {
  const t = useText()
  const context = useFormatContext()
  const count = Number(line.counted ?? 0)
  const group = textOf(context, schema, line[name])
  return <>{group ? t('reports.sumOf', { group, count }) : t('reports.sum', { count })}</>
}
