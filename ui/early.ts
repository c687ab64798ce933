/**
 * The inline script of the HTML (`vite.config.ts` puts it there), which runs before any other script has loaded. It sends the page's
 * first calls and fetches the files that the page will need, so that they load in parallel with the scripts. The application repeats
 * whatever fails here.
 */
import { isOffice } from '../src/contract/roles.ts'
import { askFirst, firstOfHtml, opened } from './firstAnswers.ts'
import { firstLanguage } from './languages.ts'

/**
 * Files by what needs them: the texts of the office or of a language, an area's frame, the list, a form or panel on it, a part, the
 * sign-in. Filled in by the build.
 */
declare const filesBy: Readonly<Record<string, readonly string[]>>

function fetchSoon(file: string): void {
  const link = document.createElement('link')
  if (file.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  link.crossOrigin = '' // as Vite requests it later, so that the browser uses the same response
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
  const texts = area === 'admin' ? 'office' : language
  for (const file of [texts, ...parts].flatMap(part => filesBy[part] ?? [])) fetchSoon(file)
}

try {
  begin()
} catch {
  // a browser without storage, or a URL that cannot be read: the application loads everything itself
}
