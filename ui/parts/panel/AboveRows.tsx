/** Values of the panel's row above a tab's rows, such as what these come to. Those that are not known are left out. */
import { useQuery } from '@tanstack/react-query'
import type { PanelField } from '../../../src/contract/panel.ts'
import type { Row } from '../../../src/contract/row.ts'
import { Failed } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { readThing } from '../../query.ts'
import { filledPath } from '../command/commandState.ts'
import { isMissing, Value } from '../values/formats.tsx'

interface AboveRowsProps {
  readonly above: { readonly load: string; readonly fields: readonly PanelField[] }
  /** The types of the rows and of the panel's row: changes of either change the values. */
  readonly types: readonly string[]
  readonly id: number
}

export function AboveRows({ above: { load, fields }, types, id }: AboveRowsProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['above', load, id],
    queryFn: ({ signal }) => readThing(filledPath(load, { id }), { signal }),
    meta: { resourceTypes: types }
  })
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  const item = { ...data, id } as Row
  const known = fields.filter(({ key }) => !isMissing(item[key]))
  if (known.length === 0) return null
  return (
    <dl className="parts-tab-above">
      {known.map(({ key, label, schema }) => (
        <div key={key}>
          <dt>{t(label)}</dt>
          <dd>
            <Value schema={schema} value={item[key]} row={item} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
