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
import './parts/command/command.css'
import './shell/bare.css'
import './shell/alerts.css'
import './shell/user.css'
import './shell/bell.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { onFault, watchFaults } from './crashes.ts'
import { whenIdle } from './elements/whenIdle.ts'
import { startLanguage } from './i18n.ts'
import { makeQueryClient } from './queries.ts'
import { resume } from './remembered.ts'
import { makeRouter, opened } from './router.tsx'
import { area, currentToken, hasSession, startSession } from './session.ts'
import { fetchCode } from './shell/Page.tsx'
import { applyTheme } from './theme/theme.ts'

/** The longest time in milliseconds that the first render waits for data, which mostly come before the scripts. */
const dataMs = 100

document.documentElement.dataset.area = area()
watchFaults()
applyTheme()
startSession()
if (!hasSession()) await resume()
const queries = makeQueryClient()
const router = makeRouter(queries)
const texts = startLanguage()
const { code, data } = await opened(router)
await Promise.all([texts, code])
await Promise.race([data, new Promise(done => setTimeout(done, dataMs))])
// after the sign-in, only the answers of the server have to be awaited
if (!currentToken()) whenIdle([fetchCode])

const root = document.getElementById('root')
if (root)
  createRoot(root, onFault).render(
    <StrictMode>
      <App queries={queries} router={router} />
    </StrictMode>
  )
