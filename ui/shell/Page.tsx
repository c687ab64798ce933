/**
 * The page at the present path, inside the shell of its area: a list drawn from metadata by `ListPage`, or a hand-written
 * page, which is the default export of `pages/{part}/index.tsx`.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { MapData } from '../../modules/iot/map.ts'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FirstOfPage } from '../../src/contract/first.ts'
import type { PageEntry, PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import { pagePath } from '../../src/contract/paths.ts'
import { type Profile, profileKey, profileQuery } from '../account.ts'
import { ask } from '../earlyAnswers.ts'
import { Boundary } from '../elements/Boundary.tsx'
import { firstPart, lazyPart } from '../elements/lazyPart.tsx'
import { Empty, Failed, Loading, Skeleton } from '../elements/states.tsx'
import { callsOf, firstOfHtml, opened } from '../firstAnswers.ts'
import { isDoor } from '../guards.ts'
import { language, useText } from '../i18n.ts'
import { pageAt, pageQueryOf, pagesQuery, usePage, usePages } from '../metadata.ts'
import { commandForm } from '../parts/command/lazyDialogs.ts'
import { sidePanel } from '../parts/list/lazyPanel.ts'
import { fetchControls } from '../parts/registry.ts'
import { area, currentToken } from '../session.ts'
import { useGoKeys } from './Keys.tsx'
import { useOfferKeys } from './offers.ts'
import { useTitle } from './useTitle.ts'

const listPage = firstPart(() => import('../parts/list/ListPage.tsx').then(module => ({ default: module.ListPage })))
const ListPage = listPage.Component
const shells = {
  admin: firstPart(() => import('./AdminShell.tsx').then(module => ({ default: module.AdminShell }))),
  portal: firstPart(() => import('./PortalShell.tsx').then(module => ({ default: module.PortalShell })))
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

/** What the HTML says about the page at a path, or about the home page that the path may lead to. */
function firstOf(path: string): FirstOfPage | undefined {
  const first = firstOfHtml()
  const isFor = isDoor(path) || pagePath(first?.address.split('?', 1)[0] ?? '') === pagePath(path)
  return isFor ? first : undefined
}

/** Fetches the code of the page that the HTML names: for a list with the parts that its address opens. */
export async function fetchCode(first = firstOfHtml()): Promise<void> {
  const open = { form: commandForm, panel: sidePanel }
  const page = first?.part === undefined ? first?.list && listPage : handWritten[first.part]
  const parts = first ? opened(first).map(what => open[what]) : []
  await Promise.all([shells[area()], page, ...parts].map(one => one?.fetch()))
}

/** Fetches the metadata of the page at a path, then its code, and the first rows of a list for this query. */
async function fetchData(queries: QueryClient, path: string, query: string): Promise<void> {
  const [pages] = await Promise.all([queries.ensureQueryData(pagesQuery), queries.ensureQueryData(profileQuery)])
  const entry = pageAt(pages, path)
  const page = entry && (await queries.ensureQueryData(pageQueryOf(entry.id)))
  if (page && 'part' in page) await handWritten[page.part]?.fetch()
  if (!page || !('list' in page)) return
  const [{ fetchListRows }] = await Promise.all([import('../parts/list/ListPage.tsx'), listPage.fetch()])
  const asked = new URLSearchParams(query)
  const form = page.list.commands.find(({ name }) => name === asked.get('do'))?.form
  // a saved view begins with other rows, and so does a page of a day whose address does not name it yet
  const { day } = page.list
  const isOther = asked.has('view') || (day !== undefined && !asked.has(`f.${day.filter}`))
  await Promise.all([form && fetchControls(form), isOther || fetchListRows(queries, page.list, query)])
}

/** What of a page is under way before it is drawn. Both are resolved when it has come or failed; drawing it says what failed. */
export interface Opening {
  readonly code: Promise<unknown>
  readonly data: Promise<unknown>
}

/** After the sign-in, the first calls of the page that the HTML names are sent without waiting for its metadata. */
function askAtOnce(queries: QueryClient, first: FirstOfPage, address: string): void {
  const token = currentToken()
  const role = queries.getQueryData<Profile>(profileKey)?.role
  const isKnown = queries.getQueryState(pageQueryOf(first.page).queryKey) !== undefined
  const mayOpen = first.roles.some(code => code === role)
  if (token && mayOpen && !isKnown) ask(callsOf({ ...first, address }), token.accessToken, language())
}

/** Begins to fetch code and first data of the page at a path, side by side. */
export function openPage(queries: QueryClient, path: string, query: string): Opening {
  const first = firstOf(path)
  const address = isDoor(path) ? (first?.address ?? path) : path + query
  if (first) askAtOnce(queries, first, address)
  const [at = path, asked = ''] = address.split('?', 2)
  return {
    code: fetchCode(first).catch(() => undefined),
    data: fetchData(queries, at, asked).catch(() => undefined)
  }
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

interface InShellProps {
  readonly pages: PagesMetadata
  readonly path: string
  readonly children: ReactNode
}

function InShell({ pages, path, children }: InShellProps) {
  const Shell = shells[area()].Component
  useGoKeys(pages)
  useOfferKeys(pages)
  return (
    <Shell pages={pages}>
      <Boundary of={path} waiting={<Skeleton />}>
        {children}
      </Boundary>
    </Shell>
  )
}

export function Page() {
  const path = useRouterState({ select: state => state.location.pathname })
  const { data: pages, error, refetch } = usePages()
  if (!pages) return error ? <Failed error={error} retry={refetch} /> : <Loading />
  const entry = pageAt(pages, path)
  return (
    <InShell pages={pages} path={path}>
      {entry ? <LoadedPage key={entry.id} entry={entry} /> : <PageNotFound />}
    </InShell>
  )
}
