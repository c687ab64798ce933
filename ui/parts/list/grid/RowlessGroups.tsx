/**
 * Groups that have no rows in the list but still need work: a heading with commands for each, above the rows. Nothing is shown if there
 * are none.
 */
import { useQuery } from '@tanstack/react-query'
import type { RowlessGroups as Metadata } from '../../../../src/contract/list.ts'
import { useText } from '../../../i18n.ts'
import { readRows } from '../../../query.ts'
import { CommandBar } from '../../command/CommandBar.tsx'
import { CommandRunner } from '../../command/CommandRunner.tsx'
import { argsOf, type CommandHost } from '../../command/commandState.ts'
import { withoutKeys } from '../../command/useCommandKeys.ts'
import { Badge, Value } from '../../values/formats.tsx'

interface RowlessGroupsProps {
  readonly groups: Metadata
  /** That of the list: a change of its rows reloads these groups. */
  readonly resourceType: string
}

const nothing = (): void => undefined

export function RowlessGroups({ groups, resourceType }: RowlessGroupsProps) {
  const t = useText()
  const { call, fixed, text, titles, mark, commands } = groups
  const { data } = useQuery({
    queryKey: [resourceType, 'rowless', call],
    queryFn: ({ signal }) => readRows(call, fixed, { signal })
  })
  const host: CommandHost = {
    resourceType,
    labelOf: row => String(row[titles.at(-1)?.key ?? 'id']),
    clearSelection: nothing,
    openPanel: nothing,
    closePanel: nothing,
    onFormChange: nothing,
    panel: undefined
  }
  return (
    <CommandRunner host={host} prefetches={false}>
      {data && data.data.length > 0 && (
        <ul className="parts-rowless" aria-label={t(mark)}>
          {data.data.map(row => (
            <li key={row.id}>
              <span className="parts-group-title">
                {titles.map(({ key, schema, blank }) => (
                  <strong key={key}>
                    <Value schema={schema} value={row[key]} blank={blank} plain />
                  </strong>
                ))}
                <Badge tone="warning">{t(mark)}</Badge>
                <small>{t(text, argsOf(row))}</small>
              </span>
              <CommandBar commands={withoutKeys(commands)} rows={[row]} label={t('parts.group.commands')} />
            </li>
          ))}
        </ul>
      )}
    </CommandRunner>
  )
}
