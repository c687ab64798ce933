/**
 * The build of this page, and what happens when the server serves another one: a page of an old build goes on as long as it has all its
 * files, and offers to load the new one. Files of an old build may be gone from the server; a part that cannot be loaded for that reason
 * loads the page again by itself, once for each build (`elements/lazyPart.tsx`).
 */
import { alerts } from './alerts.ts'
import { translate } from './i18n.ts'

/** Under this name the tab keeps the build for which it has loaded the page again by itself. */
const reloadedFor = 'opony.reloadedFor'

const buildIn = (html: string): string | undefined => /<meta name="build" content="([0-9a-f]+)"/.exec(html)?.[1]

/** The id of this page's build; undefined in development, where no server writes it. */
export const ownBuild = (): string | undefined => {
  const id = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content
  return id && id !== '__BUILD__' ? id : undefined
}

/** The version that this page came with, and its commit; undefined in development. */
export const ownVersion = (): string | undefined => {
  const version = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  return version && version !== '__VERSION__' ? version : undefined
}

let isReloading = false
/** Whether the application is loading its page again: drafts are stored, so that forms need not ask whether to leave. */
export const reloads = (): boolean => isReloading

export function reloadPage(): void {
  isReloading = true
  location.reload()
}

/** Offers to load the new build. `build`: what the server serves. */
export function offerBuild(build: string | undefined): void {
  const own = ownBuild()
  if (!own || !build || build === own) return
  alerts.info(translate('ui.newVersion'), { action: { label: translate('ui.newVersion.load'), run: reloadPage } })
}

/** The build that the server serves; undefined if it does not answer. */
async function servedBuild(): Promise<string | undefined> {
  try {
    const page = await fetch(location.pathname, { headers: { Accept: 'text/html' }, cache: 'no-store' })
    return buildIn(await page.text())
  } catch {
    return undefined
  }
}

/**
 * Loads the page again if the server serves another build, and this tab has not already been loaded for that one.
 * @returns whether the page is about to go
 */
export async function reloadIfOutdated(): Promise<boolean> {
  const own = ownBuild()
  const served = await servedBuild()
  if (!own || !served || served === own || sessionStorage.getItem(reloadedFor) === served) return false
  sessionStorage.setItem(reloadedFor, served)
  reloadPage()
  return true
}
