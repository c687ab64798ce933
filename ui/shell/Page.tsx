/**
 * The page at the present path, inside the shell of its area: a list drawn from metadata by `ListPage`, or a hand-written
 * page, which is the default export of `pages/{part}/index.tsx`.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useEffect } from 'react'
import type { MapData } from '../../modules/iot/map.ts'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FirstOfPage } from '../../src/contract/first.ts'
import type { PageEntry, PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import { profileQuery } from '../account.ts'
import { Boundary } from '../elements/Boundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { Empty, Failed, Loading, Skeleton } from '../elements/states.tsx'
import { opened } from '../firstAnswers.ts'
import { useText } from '../i18n.ts'
import { pageAt, pageQueryOf, pagesQuery, usePage, usePages } from '../metadata.ts'
import { commandForm } from '../parts/command/lazyDialogs.ts'
import { sidePanel } from '../parts/list/lazyPanel.ts'
import { fetchControls } from '../parts/registry.ts'
import { area } from '../session.ts'
import { useGoKeys } from './Keys.tsx'
import { useTitle } from './useTitle.ts'

const listPage = lazyPart(() => import('../parts/list/ListPage.tsx').then(module => ({ default: module.ListPage })))
const ListPage = listPage.Component
const shells = {
  admin: lazyPart(() => import('./AdminShell.tsx').then(module => ({ default: module.AdminShell }))),
  portal: lazyPart(() => import('./PortalShell.tsx').then(module => ({ default: module.PortalShell })))
}

/** The data of a hand-written page: what its module on the server says beside its definition (`data` of `definePartPage`). */
interface DataOfParts {
  readonly map: MapData
}

/** The properties of a hand-written page. */
export interface PageProps<Part extends string = string> {
  readonly page: PageEntry
  readonly data: Part extends keyof DataOfParts ? DataOfParts[Part] : null
  readonly commands: readonly CommandMetadata[]
}

// Registers the components that the metadata names (panel tabs, views, form controls); see parts/registry.ts.
import.meta.glob('../pages/*/register.ts', { eager: true })

const pageFiles = import.meta.glob<{ default: ComponentType<PageProps> }>('../pages/*/index.tsx')
const handWritten = Object.fromEntries(
  Object.entries(pageFiles).map(([file, load]) => [
    file.replace('../pages/', '').replace('/index.tsx', ''),
    lazyPart(load)
  ])
)

/** Loads the code of a page in advance: for a list with the parts that its URL opens, or for a hand-written page by its name. */
export async function fetchPage(first: FirstOfPage): Promise<void> {
  const open = { form: commandForm, panel: sidePanel }
  const page = first.part === undefined ? listPage : handWritten[first.part]
  await Promise.all([shells[area()], page, ...opened(first).map(what => open[what])].map(one => one?.fetch()))
}

/** Loads the first data of a page. The promise is resolved when the page can be drawn. */
export async function fetchAnswers(queries: QueryClient, { page: id, address }: FirstOfPage): Promise<void> {
  const [page] = await Promise.all([
    queries.fetchQuery(pageQueryOf(id)),
    queries.fetchQuery(profileQuery),
    queries.fetchQuery(pagesQuery)
  ])
  if (!('list' in page)) return
  const { fetchListRows } = await import('../parts/list/ListPage.tsx')
  const query = address.split('?', 2)[1] ?? ''
  const params = new URLSearchParams(query)
  const form = page.list.commands.find(({ name }) => name === params.get('do'))?.form
  // A saved view begins with other rows.
  await Promise.all([form && fetchControls(form), params.has('view') || fetchListRows(queries, page.list, query)])
}

function PageBody({ page }: { readonly page: PageMetadata }) {
  const t = useText()
  const list = 'list' in page ? page.list : undefined
  if (list) return <ListPage key={page.id} list={list} title={t(page.title)} />
  const HandWritten = 'part' in page ? handWritten[page.part]?.Component : undefined
  if (!HandWritten || !('part' in page)) return <PageNotFound />
  // the page and its data are of the same module
  const data = page.data as PageProps['data']
  return <HandWritten key={page.id} page={page} data={data} commands={page.commands} />
}

function PageNotFound() {
  const t = useText()
  useTitle(t('ui.noPage'))
  const { history } = useRouter()
  const home = (
    <button type="button" className="button primary" onClick={() => history.push('/')}>
      {t('ui.home')}
    </button>
  )
  return <Empty heading="h1" icon="map" title={t('ui.noPage')} text={t('ui.noPage.text')} action={home} />
}

function LoadedPage({ entry }: { readonly entry: PageEntry }) {
  const t = useText()
  const { data, error, refetch } = usePage(entry.id)
  useTitle(t(entry.title))
  if (data) return <PageBody page={data} />
  return error ? <Failed error={error} retry={refetch} /> : <Skeleton />
}

function RedirectTo({ path }: { readonly path: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(path), [history, path])
  return <Loading />
}

interface InShellProps {
  readonly pages: PagesMetadata
  readonly path: string
  readonly children: ReactNode
}

function InShell({ pages, path, children }: InShellProps) {
  const Shell = shells[area()].Component
  useGoKeys(pages)
  return (
    <Shell pages={pages}>
      <Boundary of={path} waiting={<Skeleton />}>
        {children}
      </Boundary>
    </Shell>
  )
}

/** Paths that redirect to the home page of the role, unless they have their own page. The guards redirect to some of them. */
const homePaths = ['/', '/temp', '/client', '/client/dashboard']

export default function Page() {
  const path = useRouterState({ select: state => state.location.pathname })
  const { data: pages, error, refetch } = usePages()
  if (!pages) return error ? <Failed error={error} retry={refetch} /> : <Loading />
  const entry = pageAt(pages, path)
  if (!entry && homePaths.includes(path.toLowerCase()) && pageAt(pages, pages.home))
    return <RedirectTo path={pages.home} />
  return (
    <InShell pages={pages} path={path}>
      {entry ? <LoadedPage key={entry.id} entry={entry} /> : <PageNotFound />}
    </InShell>
  )
}
