// style sheets of shell and elements are imported here, after the base styles that they override
import 'primeicons/primeicons.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/tones.css'
import './theme/prime.css'
import './shell/shell.css'
import './shell/portal.css'
import './elements/popups.css'
import './elements/dropMenu.css'
import './elements/states.css'
import './elements/contact.css'
import './shell/bare.css'
import './shell/alerts.css'
import './shell/user.css'
import './shell/bell.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { startLanguage } from './i18n.ts'
import { fetchFirst, makeQueryClient } from './queries.ts'
import { area, currentToken, isExpired, startSession } from './session.ts'
import { applyTheme } from './theme/theme.ts'

const isPortalHome = (): boolean =>
  area() === 'portal' && ['/', '/client/dashboard'].includes(location.pathname.toLowerCase())

document.documentElement.dataset.area = area()
applyTheme()
startSession()
const queries = makeQueryClient()
const token = currentToken()
if (token && !isExpired(token, Date.now())) {
  // every page of a signed-in person needs these: fetched beside the messages, not after them
  fetchFirst(queries, location.pathname)
  import('./shell/Page.tsx')
  if (isPortalHome()) import('./pages/portal/index.tsx')
  else import('./parts/list/ListPage.tsx')
}
await startLanguage()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App queries={queries} />)
