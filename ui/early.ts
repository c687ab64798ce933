/**
 * The inline script of the HTML (`vite.config.ts` puts it there), which runs before any other script has loaded. It sends the page's
 * first calls and fetches the files that the page will need, so that they load in parallel with the scripts. The application repeats
 * whatever fails here.
 */
import type { FirstOfPage } from '../src/contract/first.ts'
import { isOffice } from '../src/contract/roles.ts'
import { answerTo, ask } from './earlyAnswers.ts'
import { callsOf, firstOfHtml, opened } from './firstAnswers.ts'
import { askOfForm } from './firstOfForm.ts'
import { firstLanguage } from './languages.ts'

/**
 * Files by what needs them: the first and the later texts of the office or of a language, an area's frame, the list, a form or panel on
 * it, a part, the sign-in. Filled in by the build.
 */
declare const filesBy: Readonly<Record<string, readonly string[]>>

function fetchSoon(file: string): void {
  const link = document.createElement('link')
  if (file.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  link.crossOrigin = '' // as Vite requests it later, so that the browser uses the same response
  link.fetchPriority = 'low'
  link.href = file
  document.head.append(link)
}

/** The calls that every page of a signed-in person needs. */
const ofPerson = ['/api/Authorization/userinfo', '/api/ui/pages']

/** What the screen of the sign-in begins with. */
const ofSignIn = ['/api/ui/forms/users.signIn']

/** Sends the first calls; those of the page itself only if this person may open it, as the tab knows them from the page before. */
function send(first: FirstOfPage, token: string, language: string): void {
  const stored = (key: string): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null')
  const [role, companyId, departmentId] = ['role', 'companyId', 'departmentId'].map(stored)
  const isActive = stored('isActivated') === true && stored('hasAllRequiredData') === true
  const mayOpen = isActive && first.roles.some(code => code === role)
  ask([...ofPerson, ...(mayOpen ? callsOf(first) : [])], token, language)
  const answer = (url: string): Promise<unknown> => answerTo(url, token, language)
  if (mayOpen && first.form) void askOfForm(first.form, { companyId, departmentId }, answer).catch(() => undefined)
}

function begin(): void {
  const area = isOffice(location.hostname) ? 'admin' : 'portal'
  const language = firstLanguage(area, localStorage.getItem('opony.language'), navigator.languages)
  const first = firstOfHtml()
  const token = sessionStorage.getItem('token')
  const signedIn = token !== null && Date.parse(sessionStorage.getItem('expiresAt') ?? '') > Date.now()
  // the session of a browser that stays signed in begins as soon as the scripts have come (`remembered.ts`)
  const comesIn = signedIn || localStorage.getItem('opony.remembered') !== null
  if (signedIn && first && !/^\/authorization\/?$/i.test(location.pathname)) send(first, token, language)
  if (!comesIn && first) ask(ofSignIn, '', language)
  const ofPage = first?.list ? ['list', ...opened(first)] : [`part:${first?.part}`]
  const parts = comesIn ? (first ? [area, ...ofPage] : []) : first ? ['signIn'] : []
  const texts = area === 'admin' ? 'office' : language
  // a list alone says none of the later texts (`firstPart` of shell/Page.tsx)
  const later = parts.some(part => part !== area && part !== 'list') ? [`later:${texts}`] : []
  for (const file of [texts, ...later, ...parts].flatMap(part => filesBy[part] ?? [])) fetchSoon(file)
}

try {
  begin()
} catch {
  // a browser without storage, or a URL that cannot be read: the application loads everything itself
}
