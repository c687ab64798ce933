// every page needs these; which of them wins is not a matter of their order (build/layers.ts)
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
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { onProfile } from './account.ts'
import { onFault, watchFaults } from './crashes.ts'
import { whenIdle } from './elements/whenIdle.ts'
import { askedFirst, askOfPage, firstOfHtml } from './firstAnswers.ts'
import { startLanguage } from './i18n.ts'
import { fetchFirst, makeQueryClient } from './queries.ts'
import { page } from './router.tsx'
import { area, currentToken, isExpired, startSession } from './session.ts'
import { applyTheme } from './theme/theme.ts'

const loadPage = () => import('./shell/Page.tsx')

/** Fetches the code of the page that the HTML names. */
async function fetchParts(): Promise<void> {
  const first = firstOfHtml()
  await page.fetch()
  if (first) await (await loadPage()).fetchPage(first)
}

document.documentElement.dataset.area = area()
watchFaults()
applyTheme()
startSession()
// the page's first calls, where the HTML could not send them
onProfile(askOfPage)
const queries = makeQueryClient()
const language = startLanguage()
const token = currentToken()
/** The longest time in milliseconds that the first render waits for early answers, which mostly arrive before the scripts. */
const answersMs = 100
async function awaitAnswers(): Promise<void> {
  const first = askedFirst()
  if (!first) return
  const answers = (await loadPage()).fetchAnswers(queries, first)
  await Promise.race([answers, new Promise(done => setTimeout(done, answersMs))])
}

const isSignedIn = token !== undefined && !isExpired(token, Date.now())
// every page of a signed-in person needs these: they are fetched in parallel with the messages
if (isSignedIn) fetchFirst(queries, location.pathname)
const parts = isSignedIn ? fetchParts().catch(() => undefined) : undefined
await language
await parts
await awaitAnswers().catch(() => undefined)

const root = document.getElementById('root')
if (root)
  createRoot(root, onFault).render(
    <StrictMode>
      <App queries={queries} />
    </StrictMode>
  )
// after the sign-in, only the answers of the server have to be awaited
if (!isSignedIn) whenIdle([fetchParts])
