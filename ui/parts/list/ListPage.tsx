/**
 * A list page drawn from its metadata (`ListBody.tsx`), with the commands that it runs. What the person has set is in the URL
 * (`listUrl.ts`), so that a reload, a link and Back restore it.
 */

import { useEffect, useMemo, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { usePhone } from '../../elements/usePhone.ts'
import { whenIdle } from '../../elements/whenIdle.ts'
import { useSearchBox } from '../../search.tsx'
import { CommandRunner } from '../command/CommandRunner.tsx'
import { useEntries } from '../command/entries.ts'
import { useOffered } from '../command/offered.ts'
import { ReopenForm } from '../command/ReopenForm.tsx'
import { useLook } from './day/look.ts'
import { useListDay } from './day/useListDay.ts'
import { ListBody } from './ListBody.tsx'
import { prefetchPanel } from './lazyPanel.ts'
import { withoutDay } from './listUrl.ts'
import { hasOpenForm } from './openForms.ts'
import { fetchRows } from './rows/rowsQuery.ts'
import { type ListState, useListPage } from './useListPage.ts'
import { type PresentView, useView } from './views/useView.ts'

/** Prefetches the first rows of a list, before it is drawn. */
export const fetchListRows = fetchRows

interface ListPageProps {
  readonly list: ListMetadata
  readonly title: string
}

export function ListPage({ list: plain, title }: ListPageProps) {
  const { view, error, retry } = useView(plain)
  const day = useListDay(plain)
  if (plain.day && day === undefined) return <Skeleton />
  if (view) return <ListInView plain={plain} view={view} title={title} />
  return error ? <Failed error={error} retry={retry} /> : <Skeleton />
}

interface ListInViewProps {
  readonly plain: ListMetadata
  readonly view: PresentView
  readonly title: string
}

function ListInView({ plain: whole, view, title }: ListInViewProps) {
  const { list } = view
  // the day is set by its own control
  const plain = useMemo(() => withoutDay(whole), [whole])
  const named = useMemo(() => ({ ...view, list: withoutDay(view.list), base: withoutDay(view.base) }), [view])
  const look = useLook(list)
  useSearchBox(list.search)
  const state = useListPage(list, { uneven: look.isBoard })
  const { formsFold, url, rows, selectedRows, panelRow, host } = state
  const { panel } = list
  const isCovered = useCovered(list, state)
  const hasRows = rows.total !== undefined
  // only after the rows, with which it would compete on a slow connection
  useEffect(() => (hasRows ? prefetchPanel() : undefined), [hasRows])
  return (
    <CommandRunner host={host} prefetches={hasRows}>
      <OfferCommands commands={list.commands} rows={selectedRows} formsFold={formsFold} />
      <ReopenForm
        command={url.command}
        commands={[...list.commands, ...(panel?.tabs.flatMap(tab => tab.commands) ?? [])]}
        subjects={[selectedRows, ...(panelRow ? [[panelRow]] : [])]}
        ready={state.isReady}
      />
      {!isCovered && <ListBody list={list} plain={plain} view={named} look={look} state={state} title={title} />}
    </CommandRunner>
  )
}

/**
 * Whether the form that the address opens covers the list: on a phone it fills the screen, and comes a tenth of a second earlier
 * without the rows below it. They follow once the browser is idle.
 */
function useCovered({ commands }: ListMetadata, { url }: ListState): boolean {
  const isPhone = usePhone()
  const [isCovered, setCovered] = useState(() => {
    const opened = commands.find(({ name }) => name === url.command)
    return isPhone && opened?.form !== undefined && opened.selection === 'none'
  })
  useEffect(() => (isCovered ? whenIdle([async () => setCovered(false)]) : undefined), [isCovered])
  return isCovered && url.command !== undefined
}

interface OfferProps {
  readonly commands: readonly CommandMetadata[]
  readonly rows: readonly Row[]
  /** The forms of inline commands are opened by buttons instead of being always open on the page. */
  readonly formsFold: boolean
}

/** Offers the commands that suit the selected rows to the palette, except those whose form is open on the page already. */
function OfferCommands({ commands, rows, formsFold }: OfferProps) {
  const offered = formsFold ? commands : commands.filter(command => !hasOpenForm(command))
  useOffered({ entries: useEntries(offered, rows), chosen: rows.length })
  return null
}
