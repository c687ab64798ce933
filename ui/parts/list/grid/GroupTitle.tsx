/** The heading of a group of rows: the values that they share, a summary of them, and the commands for all of them. */
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { matches } from '../../../../src/contract/when.ts'
import { useAttempt } from '../../../elements/useAttempt.ts'
import { useText } from '../../../i18n.ts'
import { readRows } from '../../../query.ts'
import { CommandBar } from '../../command/CommandBar.tsx'
import { argsOf, type Run } from '../../command/commandState.ts'
import { RunnerContext, useRunner } from '../../command/runner.ts'
import { withoutKeys } from '../../command/useCommandKeys.ts'
import { Badge, Value } from '../../values/formats.tsx'
import { pageQuery } from '../listUrl.ts'
import { summaryOf } from './groupSummaries.ts'
import { type Item, rowsUnder } from './groups.ts'
import './groups.css'

type Heading = Extract<Item, { kind: 'heading' }>

interface GroupProps {
  readonly list: ListMetadata
  readonly item: Heading
  readonly rowAt: (index: number) => Row | undefined
}

/** The metadata of the heading, and the value that identifies its group; `id` is undefined if the rows have no such value. */
function headingOf({ list, item, rowAt }: GroupProps) {
  const heading = item.isOuter ? list.groups?.over : list.groups
  const value = heading && rowAt(item.first)?.[heading.key]
  return { heading, id: typeof value === 'number' || typeof value === 'string' ? value : undefined }
}

export function GroupTitle(props: GroupProps) {
  const { list, item } = props
  const t = useText()
  const { groupBy = [], groups } = list
  const { heading, id } = headingOf(props)
  const summary = useSummary(list, heading?.summary, id)
  const name = !item.isOuter && summary && groups ? summary[groups.title] : undefined
  // under an outer heading the first field is not repeated
  const from = groups?.over && !item.isOuter ? 1 : 0
  const to = item.isOuter || name !== undefined ? 1 : undefined
  return (
    <span className="parts-group-title">
      {groupBy.slice(from, to).map(({ key, schema, blank }, at) => (
        <strong key={key}>
          <Value schema={schema} value={item.values[from + at]} blank={blank} plain />
        </strong>
      ))}
      {name !== undefined && <strong>{String(name)}</strong>}
      {summary &&
        heading?.marks
          .filter(({ when }) => matches(when, summary))
          .map(({ label, tone }) => (
            <Badge key={label} tone={tone}>
              {t(label, argsOf(summary))}
            </Badge>
          ))}
      <small>
        {heading && summary ? (
          <Facts text={t(heading.text, argsOf(summary))} />
        ) : (
          id === undefined && t('parts.total', { count: item.count })
        )}
      </small>
    </span>
  )
}

/** A summary, `2 orders · 10 t`: a line ends after a point, so that nobody reads half of a fact. */
function Facts({ text }: { readonly text: string }) {
  const facts = text.split(' · ')
  return facts.map((fact, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: facts are parts of one text
    <Fragment key={at}>
      <span className="parts-group-fact">{at < facts.length - 1 ? `${fact}\u00a0·` : fact}</span>{' '}
    </Fragment>
  ))
}

/** The summary of the group; undefined until it has loaded, and if the list has no summaries. */
function useSummary(
  { resourceType }: ListMetadata,
  call: string | undefined,
  id: number | string | undefined
): Row | undefined {
  const { data } = useQuery({
    queryKey: [resourceType, 'group', call, id],
    queryFn: () => (call && id !== undefined ? summaryOf(call, id) : null),
    enabled: call !== undefined && id !== undefined,
    staleTime: 5_000
  })
  return data ?? undefined
}

/** How many rows of a group are fetched for a command: more than any command accepts, so that the server refuses a larger group. */
const maxRows = 500

/** The commands of a heading. They act on all rows of the group, including those that are not loaded. */
export function GroupCommands(props: GroupProps) {
  const { list, item, rowAt } = props
  const t = useText()
  const runner = useRunner()
  const [busy, begin] = useAttempt()
  const [pressed, setPressed] = useState<string>()
  const { heading, id } = headingOf(props)
  const rows = rowsUnder(item, rowAt)
  if (!heading || id === undefined) return null
  const startOnAll = async (run: Run): Promise<void> => {
    const query = pageQuery({ ...list, pageSize: maxRows }, { search: '', sort: list.sort, filters: {} }, 1)
    const { data } = await readRows(list.call, { ...query, [heading.filter]: id })
    runner.start({ ...run, rows: data })
  }
  const start = (run: Run): void => {
    setPressed(run.command.name)
    void begin(() => startOnAll(run))
  }
  const commands = heading.commands.flatMap(name => list.commands.find(command => command.name === name) ?? [])
  return (
    <RunnerContext.Provider value={{ ...runner, start, busy: busy ? pressed : runner.busy }}>
      <CommandBar
        commands={withoutKeys(commands)}
        rows={rows}
        label={t('parts.group.commands')}
        labels={heading.labels}
      />
    </RunnerContext.Provider>
  )
}
