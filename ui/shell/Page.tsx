/** Any page that the metadata knows: a generated list, or a hand-written part found by its name in `pages/{part}/`. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense, useEffect } from 'react'
import type { PageEntry, PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import { Empty, Failed, Loading, Skeleton } from '../elements/states.tsx'
import { useText } from '../i18n.ts'
import { pageAt, usePage, usePages } from '../metadata.ts'
import { useSearchBox } from '../search.tsx'
import { area } from '../session.ts'
import { useTitle } from './useTitle.ts'

const ListPage = lazy(() => import('../parts/list/ListPage.tsx').then(module => ({ default: module.ListPage })))
const Shell = {
  admin: lazy(() => import('./AdminShell.tsx').then(module => ({ default: module.AdminShell }))),
  portal: lazy(() => import('./PortalShell.tsx').then(module => ({ default: module.PortalShell })))
}

export interface PartProps {
  readonly page: PageEntry
  readonly data: unknown
}
// what pages give to panels and forms by name: ui/parts/registry.ts
import.meta.glob('../pages/*/register.ts', { eager: true })
const files = import.meta.glob<{ default: ComponentType<PartProps> }>('../pages/*/index.tsx')
const parts = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.replace('../pages/', '').replace('/index.tsx', ''), lazy(load)])
)

function Body({ page }: { readonly page: PageMetadata }) {
  const t = useText()
  const list = 'list' in page ? page.list : undefined
  useSearchBox(list?.search)
  if (list) return <ListPage key={page.id} face={list} title={t(page.title)} />
  const Part = 'part' in page ? parts[page.part] : undefined
  return Part && 'part' in page ? <Part key={page.id} page={page} data={page.data} /> : <Nothing />
}

function Nothing() {
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

function Known({ entry }: { readonly entry: PageEntry }) {
  const t = useText()
  const { data, error, refetch } = usePage(entry.id)
  useTitle(t(entry.title))
  if (data) return <Body page={data} />
  return error ? <Failed error={error} retry={refetch} /> : <Skeleton />
}

/** Sends home: from `/` itself, and from the dashboard that a guard names but this server does not serve. */
function Home({ to }: { readonly to: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(to), [history, to])
  return <Loading />
}

function Framed({ pages, children }: { readonly pages: PagesMetadata; readonly children: ReactNode }) {
  const Frame = Shell[area()]
  return (
    <Frame pages={pages}>
      <Suspense fallback={<Skeleton />}>{children}</Suspense>
    </Frame>
  )
}

const sendsHome = ['/', '/temp', '/client', '/client/dashboard']

export default function Page() {
  const path = useRouterState({ select: state => state.location.pathname })
  const { data: pages, error, refetch } = usePages()
  if (!pages) return error ? <Failed error={error} retry={refetch} /> : <Loading />
  const entry = pageAt(pages, path)
  if (!entry && sendsHome.includes(path.toLowerCase()) && pageAt(pages, pages.home)) return <Home to={pages.home} />
  return <Framed pages={pages}>{entry ? <Known key={entry.id} entry={entry} /> : <Nothing />}</Framed>
}
