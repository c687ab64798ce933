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
import { whenIdle } from './elements/whenIdle.ts'
import { askedFirst, firstOfHtml } from './firstAnswers.ts'
import { startLanguage } from './i18n.ts'
import { fetchFirst, makeQueryClient } from './queries.ts'
import { page } from './router.tsx'
import { area, currentToken, isExpired, startSession } from './session.ts'
import { applyTheme } from './theme/theme.ts'

const loadPage = () => import('./shell/Page.tsx')

/** What the page is drawn by, by what the HTML says of it. */
async function fetchParts(): Promise<void> {
  const first = firstOfHtml()
  await page.fetch()
  if (first) await (await loadPage()).fetchPage(first)
}

document.documentElement.dataset.area = area()
applyTheme()
startSession()
const queries = makeQueryClient()
const language = startLanguage()
const token = currentToken()
/** What was asked for early is mostly there before the scripts are: then all is drawn at once. The page waits no longer for it. */
const answersMs = 100
async function awaitAnswers(): Promise<void> {
  const first = askedFirst()
  if (!first) return
  const answers = (await loadPage()).fetchAnswers(queries, first)
  await Promise.race([answers, new Promise(done => setTimeout(done, answersMs))])
}

const isSignedIn = token !== undefined && !isExpired(token, Date.now())
// every page of a signed-in person needs these: fetched beside the messages, not after them
if (isSignedIn) fetchFirst(queries, location.pathname)
const parts = isSignedIn ? fetchParts().catch(() => undefined) : undefined
await language
await parts
await awaitAnswers().catch(() => undefined)

const root = document.getElementById('root')
if (root) createRoot(root).render(<App queries={queries} />)
// who signs in next waits for nothing but the answers
if (!isSignedIn) whenIdle([fetchParts])
