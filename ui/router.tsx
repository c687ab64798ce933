/**
 * The routes. Only screens without a menu have a route of their own; every other path is one route, whose page comes from
 * the page metadata (`shell/Page.tsx`).
 *
 * The guards run before each navigation, and again when the session or the page metadata have changed: `redirectBy` redirects, `Root`
 * draws nothing of a route that the person may not see. Neither they nor the loaders keep a navigation waiting: a page is drawn at once,
 * with what of it is there.
 */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  redirect,
  useRouterState
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { Suspense } from 'react'
import { profileQuery, sessionState, signOut, useSessionState } from './account.ts'
import { lazyPart } from './elements/lazyPart.tsx'
import { Failed, Loading } from './elements/states.tsx'
import { fetchForm } from './forms.ts'
import { addressOf, destination, needsPages, type Verdict } from './guards.ts'
import { translate } from './i18n.ts'
import { pagesQuery, usePages } from './metadata.ts'
import { area, onToken } from './session.ts'
import { AlertBar } from './shell/AlertBar.tsx'
import { Keys } from './shell/Keys.tsx'
import { type Opening, openPage, Page } from './shell/Page.tsx'
import { SignInAgain } from './shell/SignInAgain.tsx'
import { SkipLink } from './shell/SkipLink.tsx'
import { queryText } from './urlQuery.ts'

interface RouterContext {
  readonly queries: QueryClient
}

/** A pointer that only passes over the menu fetches nothing. */
const preloadDelayMs = 120

/** A loader runs when its route is entered, not at each change of the query, and again at the next visit. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

const verdictAt = (queries: QueryClient, path: string): Verdict =>
  destination(area(), sessionState(queries), queries.getQueryData(pagesQuery.queryKey), path)

interface Navigation {
  readonly context: RouterContext
  /** With the address as it stands in the address bar. */
  readonly location: { readonly publicHref: string }
  readonly preload: boolean
}

/** An address of this site in its parts, with other letters than those of ASCII encoded. */
const partsOf = (address: string): URL => new URL(address, location.origin)

/** Throws the redirect that the guards demand. */
function redirectBy({ context: { queries }, location: { publicHref }, preload }: Navigation): void {
  const { pathname, search } = partsOf(publicHref)
  const verdict = verdictAt(queries, pathname)
  if (verdict === 'wait') void queries.prefetchQuery(profileQuery)
  if (typeof verdict === 'string') return
  if (verdict.signOut && !preload) signOut(queries)
  const to = partsOf(addressOf(verdict, pathname, search))
  throw redirect({ href: to.pathname + to.search + to.hash, replace: true })
}

function Root() {
  const path = useRouterState({ select: state => state.location.pathname })
  // loaded in parallel with the profile, on the routes that will need them
  const { data: pages } = usePages(needsPages(path))
  const stays = destination(area(), useSessionState(), pages, path) === 'stay'
  return (
    <>
      <SkipLink />
      <Suspense fallback={<Loading />}>{stays ? <Outlet /> : <Loading />}</Suspense>
      <SignInAgain />
      <AlertBar />
      <Keys />
    </>
  )
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root, beforeLoad: redirectBy })

/** A screen without a menu, with the form that it shows: its code and the form are fetched side by side. */
const screen = <const P extends string>(
  path: P,
  load: () => Promise<{ default: FunctionComponent }>,
  form?: string
) => {
  const part = lazyPart(load)
  const open = (): Opening => ({
    code: part.fetch().catch(() => undefined),
    data: Promise.resolve(form && fetchForm(form)).catch(() => undefined)
  })
  return createRoute({ getParentRoute: () => root, path, component: part.Component, loader: open, ...once })
}

/** A page of the signed-in person's metadata. What it shows first is fetched beside its code; it is drawn meanwhile. */
const pages = <const P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: Page,
    loader: ({ context: { queries }, location: { pathname, searchStr } }) => openPage(queries, pathname, searchStr),
    ...once
  })

const tree = root.addChildren([
  screen('/authorization', () => import('./pages/authorization.tsx'), 'users.signIn'),
  screen('/setnewPassword', () => import('./pages/setnewPassword.tsx'), 'users.setNewPassword'),
  screen('/inactive', () => import('./pages/inactive.tsx')),
  screen('/price-list', () => import('./pages/priceList/PriceList.tsx')),
  screen('/unavailable', () => import('./pages/unavailable.tsx')),
  screen('/driver/app', () => import('./pages/driver.tsx')),
  pages('/'),
  pages('$')
])

/** Query strings are plain text, not the router's JSON: `q=123` stays the text `123`. */
const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))
const stringifySearch = (search: Record<string, unknown>): string =>
  queryText(
    new URLSearchParams(Object.entries(search).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])))
  )

/** Runs the guards again where the session or the page metadata have changed so that the person is led elsewhere. */
function watchGuards(queries: QueryClient, router: { readonly history: RouterHistory; load(): Promise<void> }): void {
  const look = (): void => {
    if (typeof verdictAt(queries, router.history.location.pathname) === 'object') void router.load()
  }
  const watched = [profileQuery, pagesQuery].map(({ queryKey }) => hashKey(queryKey))
  onToken(look)
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.includes(query.queryHash)) look()
  })
}

/** @param history of the addresses; the browser's by default */
export function makeRouter(queries: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree: tree,
    ...(history && { history }),
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreloadDelay: preloadDelayMs,
    defaultPendingComponent: () => <Loading label={translate('ui.loading')} />,
    defaultErrorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />
  })
  watchGuards(queries, router)
  return router
}

/**
 * Loads the route of the present address, and returns what of it is under way then. Until the page is drawn nothing else listens to the
 * address, which changes when a person goes back while a slow page loads.
 */
export async function opened(router: ReturnType<typeof makeRouter>): Promise<Opening> {
  const stopListening = router.history.subscribe(() => void router.load())
  const stopWaiting = router.subscribe('onRendered', () => {
    stopListening()
    stopWaiting()
  })
  await router.load()
  const begun = router.stores.matches.get().flatMap(({ loaderData }) => loaderData ?? [])
  return { code: Promise.all(begun.map(({ code }) => code)), data: Promise.all(begun.map(({ data }) => data)) }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
