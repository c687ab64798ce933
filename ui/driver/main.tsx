import '../theme/tokens.css'
import './driver.css'
import './stops.css'
import './stop.css'
import './forms.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { forgetOld } from './database.ts'
import { readDays, startDays } from './days.ts'
import { connection, startDevice } from './device.ts'
import { sendAll, startOutbox } from './outbox.ts'
import { askPersistence } from './persistence.ts'
import { installWorker } from './updates.ts'
import { startLanguage } from './words.ts'

/** How often the day is read anew and what waits is sent, while the application is open, in ms. */
const everyMs = 60_000

document.documentElement.dataset.area = 'portal'
/** Reads what this phone has kept; says so where it keeps nothing. */
async function resume(): Promise<void> {
  try {
    await Promise.all([startDays(), startOutbox()])
  } catch {
    connection.set({ state: 'shut' })
  }
}

await Promise.all([startLanguage(), resume()])
const device = connection.get().state === 'shut' ? undefined : startDevice()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
await device

const meet = (): void => {
  if (document.visibilityState === 'visible') void sendAll().then(readDays)
}
if (device) meet()
setInterval(meet, everyMs)
addEventListener('online', meet)
document.addEventListener('visibilitychange', meet)
if (device) await forgetOld(Date.now())
await askPersistence()
await installWorker()
