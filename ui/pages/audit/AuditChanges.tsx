/** `audit.changes`: what a command changed in each of its rows, from what to what, with a link to the row. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schema } from '../../../src/contract/schema.ts'
import type { Reads } from '../../answers.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'

type Changes = Reads['/api/Admin/Audit/:id/changes']['data']

export default function AuditChanges({ id }: TabPartProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(query('audit.entry', '/api/Admin/Audit/:id/changes', { id }))
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={5} />
  const { rows, total } = data.data
  if (rows.length === 0) return <p className="parts-help">{t('audit.changes.none')}</p>
  return (
    <>
      <ol className="parts-timeline">
        {rows.map(row => (
          <li key={row.id}>
            <ChangedRow row={row} />
          </li>
        ))}
      </ol>
      {total > rows.length && <p className="parts-help">{t('audit.changes.more', { count: total - rows.length })}</p>}
    </>
  )
}

function ChangedRow({ row: { name, path, sentence, changes } }: { readonly row: Changes['rows'][number] }) {
  const t = useText()
  const context = useFormatContext()
  return (
    <>
      <strong>{path === null ? name : <Link to={path as string}>{name}</Link>}</strong>
      {sentence !== null && <p>{sentence}</p>}
      {changes.length > 0 && (
        <ul>
          {changes.map(({ label, schema, before, after }) => {
            const text = (value: unknown): string => textOf(context, schema as Schema, value) || '–'
            return (
              <li key={label}>
                <span>{t(label)}</span>
                <del>{text(before)}</del>
                <i className="pi pi-arrow-right" aria-hidden="true" />
                <ins>{text(after)}</ins>
              </li>
            )
          })}
        </ul>
      )}
      {changes.length === 0 && sentence === null && <small>{t('audit.changes.unknown')}</small>}
    </>
  )
}
