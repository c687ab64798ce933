/** The heading of a group of rows: the values that they share, what there is to say of all of them, and what can be done with them. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListMetadata, ListResponse } from '../../../src/contract/list.ts'
import { matches } from '../../../src/contract/when.ts'
import { alerts, errorText } from '../../alerts.ts'
import { get } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { CommandBar } from '../command/CommandBar.tsx'
import { argsOf, type Run } from '../command/commandState.ts'
import { RunnerContext, useRunner } from '../command/runner.ts'
import { Badge, Value } from '../values/formats.tsx'
import { summaryOf } from './groupSummaries.ts'
import { type Item, rowsUnder } from './groups.ts'
import { pageQuery } from './listUrl.ts'
import type { Row } from './useRows.ts'
import './groups.css'

type Heading = Extract<Item, { kind: 'heading' }>

interface GroupProps {
  readonly list: ListMetadata
  readonly item: Heading
  readonly rowAt: (index: number) => Row | undefined
}

export function GroupTitle({ list, item, rowAt }: GroupProps) {
  const t = useText()
  const { groupBy = [], groups } = list
  const id = groups && rowAt(item.first)?.[groups.key]
  const summary = useSummary(list, typeof id === 'number' ? id : undefined)
  const name = summary && groups && summary[groups.title]
  return (
    <span className="parts-group-title">
      {groupBy.slice(0, name === undefined ? undefined : 1).map(({ key, schema, blank }, at) => (
        <strong key={key}>
          <Value schema={schema} value={item.values[at]} blank={blank} plain />
        </strong>
      ))}
      {name !== undefined && <strong>{String(name)}</strong>}
      {groups &&
        summary &&
        groups.marks
          .filter(({ when }) => matches(when, summary))
          .map(({ label, tone }) => (
            <Badge key={label} tone={tone}>
              {t(label)}
            </Badge>
          ))}
      <small>
        {groups && summary
          ? t(groups.text, argsOf(summary))
          : id === undefined && t('parts.total', { count: item.count })}
      </small>
    </span>
  )
}

/** What there is to say of a group; undefined until it is known, and where there is none. */
function useSummary({ resourceType, groups }: ListMetadata, id: number | undefined): Row | undefined {
  const call = groups?.summary
  const { data } = useQuery({
    queryKey: [resourceType, 'group', call, id],
    queryFn: () => (call && id !== undefined ? summaryOf(call, id) : null),
    enabled: id !== undefined,
    staleTime: 5_000
  })
  return data ?? undefined
}

/** More rows than one group has. */
const maxRows = 500

/** The commands of a group: they act on all of its rows, whether they are loaded and shown or not. */
export function GroupCommands({ list, item, rowAt }: GroupProps) {
  const t = useText()
  const runner = useRunner()
  const [busy, setBusy] = useState<string>()
  const { groups } = list
  const rows = rowsUnder(item, rowAt)
  const id = groups && rows[0]?.[groups.key]
  if (!groups || typeof id !== 'number') return null
  const start = async (run: Run): Promise<void> => {
    setBusy(run.command.name)
    try {
      const query = pageQuery({ ...list, pageSize: maxRows }, { search: '', sort: list.sort, filters: {} }, 1)
      const { data } = await get<ListResponse<Row>>(list.call, { ...query, [groups.filter]: id })
      runner.start({ ...run, rows: data })
    } catch (error) {
      alerts.error(errorText(error))
    } finally {
      setBusy(undefined)
    }
  }
  const commands = list.commands.filter(({ name }) => groups.commands.includes(name))
  return (
    <RunnerContext.Provider value={{ ...runner, start: run => void start(run), busy: busy ?? runner.busy }}>
      <CommandBar commands={commands} rows={rows} label={t('parts.group.commands')} />
    </RunnerContext.Provider>
  )
}
