/**
 * Runs within the HTML, before any script has come (`vite.config.ts` puts it there): it asks for what the page begins with, and
 * for the files that it will need, so that nothing waits for the answer before. Whatever fails here is asked for again later.
 */
import { isOffice } from '../src/contract/roles.ts'
import { askFirst, firstOfHtml, opened } from './firstAnswers.ts'
import { firstLanguage } from './languages.ts'

/** Files by what needs them: a language, the frame of an area, the list, what is open on it, a part, the sign-in. Filled in by the build. */
declare const filesBy: Readonly<Record<string, readonly string[]>>

function fetchSoon(file: string): void {
  const link = document.createElement('link')
  if (file.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  link.crossOrigin = '' // as Vite asks for it later
  link.href = file
  document.head.append(link)
}

const numberIn = (text: string | null): number | null => (text ? Number(text) : null)

function begin(): void {
  const area = isOffice(location.hostname) ? 'admin' : 'portal'
  const language = firstLanguage(area, localStorage.getItem('opony.language'), navigator.languages)
  const first = firstOfHtml()
  const stored = (key: string): string | null => sessionStorage.getItem(key)
  const token = stored('token')
  const signedIn = token !== null && Date.parse(stored('expiresAt') ?? '') > Date.now()
  if (signedIn && first && !/^\/authorization\/?$/i.test(location.pathname)) {
    const [isActivated, hasAllRequiredData] = ['isActivated', 'hasAllRequiredData'].map(key => stored(key) === 'true')
    askFirst(first, token, language, {
      role: Number(stored('role')),
      companyId: numberIn(stored('companyId')),
      departmentId: numberIn(stored('departmentId')),
      isActivated: isActivated === true,
      hasAllRequiredData: hasAllRequiredData === true
    })
  }
  const ofPage = first?.list ? ['list', ...opened(first)] : [`part:${first?.part}`]
  const parts = signedIn ? (first ? [area, ...ofPage] : []) : first ? ['signIn'] : []
  for (const file of [language, ...parts].flatMap(part => filesBy[part] ?? [])) fetchSoon(file)
}

try {
  begin()
} catch {
  // a browser without storage, or an address of its own making: the application asks for all of it itself
}
