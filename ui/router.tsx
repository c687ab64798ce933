/**
 * The routes. Only screens without a menu have a route of their own; every other path is one route, whose page comes from
 * the page metadata (`shell/Page.tsx`). The guards run above all of them, on each change of path or session.
 */
import { useQueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  useRouter,
  useRouterState
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { Suspense, useEffect } from 'react'
import { signOut, useSessionState } from './account.ts'
import { lazyPart } from './elements/lazyPart.tsx'
import { Failed, Loading } from './elements/states.tsx'
import { fetchForm } from './forms.ts'
import type { Verdict } from './guards.ts'
import { guard, needsPages, returnAddress } from './guards.ts'
import { translate } from './i18n.ts'
import { usePages } from './metadata.ts'
import { area } from './session.ts'
import { AlertBar } from './shell/AlertBar.tsx'
import { Keys } from './shell/Keys.tsx'
import { SignInAgain } from './shell/SignInAgain.tsx'
import { SkipLink } from './shell/SkipLink.tsx'

/** A screen with a form of its own: the form is fetched together with the screen's code, not after it. */
const withForm = (command: string, screen: () => Promise<{ default: FunctionComponent }>) =>
  lazyPart(() => {
    fetchForm(command).catch(() => undefined)
    return screen()
  }).Component
const Authorization = withForm('users.signIn', () => import('./pages/authorization.tsx'))
const SetNewPassword = withForm('users.setNewPassword', () => import('./pages/setnewPassword.tsx'))
const PriceList = lazyPart(() => import('./pages/priceList/PriceList.tsx')).Component
const Inactive = lazyPart(() => import('./pages/inactive.tsx')).Component
const Unavailable = lazyPart(() => import('./pages/unavailable.tsx')).Component
const Driver = lazyPart(() => import('./pages/driver.tsx')).Component
/** The page of a signed-in person, whose code is fetched before it is drawn. */
export const page = lazyPart(() => import('./shell/Page.tsx'))

function Redirect({ verdict }: { readonly verdict: Exclude<Verdict, string> }) {
  const queries = useQueryClient()
  const { history } = useRouter()
  const { to, signOut: endsSession } = verdict
  useEffect(() => {
    const { pathname, search } = history.location
    if (endsSession) signOut(queries)
    const target = to === '/' ? (returnAddress(search) ?? to) : to
    const next = to === '/authorization' && pathname !== '/' ? `?next=${encodeURIComponent(pathname + search)}` : ''
    history.replace(target + next)
  }, [history, queries, to, endsSession])
  return <Loading />
}

function Root() {
  const path = useRouterState({ select: state => state.location.pathname })
  const verdict = guard(area(), useSessionState(), path)
  // loaded in parallel with the profile, on the routes that will need them
  usePages(needsPages(path))
  return (
    <>
      <SkipLink />
      <Suspense fallback={<Loading />}>
        {verdict === 'wait' && <Loading />}
        {verdict === 'stay' && <Outlet />}
        {typeof verdict === 'object' && <Redirect key={verdict.to} verdict={verdict} />}
      </Suspense>
      <SignInAgain />
      <AlertBar />
      <Keys />
    </>
  )
}

const root = createRootRoute({ component: Root, notFoundComponent: () => <Navigate to="/" replace /> })
const screen = <const P extends string>(path: P, component: FunctionComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

const tree = root.addChildren([
  screen('/authorization', Authorization),
  screen('/setnewPassword', SetNewPassword),
  screen('/inactive', Inactive),
  screen('/price-list', PriceList),
  screen('/unavailable', Unavailable),
  screen('/driver/app', Driver),
  screen('/', page.Component),
  screen('$', page.Component)
])

/** Query strings are plain text, not the router's JSON: `q=123` stays the text `123`. */
const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))
const stringifySearch = (search: Record<string, unknown>): string => {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]))
  ).toString()
  return text && `?${text}`
}

export const makeRouter = () =>
  createRouter({
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: () => <Loading label={translate('ui.loading')} />,
    defaultErrorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
