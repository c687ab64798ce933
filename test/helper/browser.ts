import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, webkit } from '@playwright/test'

const found = (paths: string[]): string | null => paths.find(path => existsSync(path)) ?? null

const programme = (names: string[], folders: string[] = []): string | null =>
  found(
    [...(process.env.PATH ?? '').split(delimiter), ...folders].flatMap(folder => names.map(name => join(folder, name)))
  )

const chosen = (setting: string): string | null => {
  const path = process.env[setting]
  if (!path) return null
  if (!existsSync(path)) throw new Error(`${setting} names ${path}, and no such file exists`)
  return path
}

/** What to do where no Chromium is found: one plain line. */
export const chromiumHint =
  'Chromium is missing: the browser tests are left out. Get it by `apt-get install chromium-headless-shell` or `npx playwright install --with-deps chromium`, or name one in CHROMIUM_PATH.'

/** What to do where Playwright's WebKit is not installed: one plain line. */
export const webkitHint =
  'WebKit is missing: a client’s first visit is tested in Chromium alone. Get it by `npx playwright install --with-deps webkit`.'

/** What to do where no Mosquitto is found: one plain line. */
export const mosquittoHint =
  'Mosquitto is missing: the tests of an outside broker are left out. Get it by `apt-get install mosquitto`, or name one in MOSQUITTO_PATH.'

/** What Chromium needs inside containers and for tests that speak to this machine only. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // letters are as wide as in a window: without it the shell without windows rounds each to whole pixels
  '--font-render-hinting=none'
]

const windowed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const firstOf = (names: string[]): string | null =>
  chosen('CHROMIUM_PATH') ?? programme(names, ['/usr/bin']) ?? found([chromium.executablePath()])

/**
 * The path of a Chromium to drive: the setting CHROMIUM_PATH, else the system's, else Playwright's own; null where
 * there is none. Throws if the setting names a file that does not exist. The one without a window of its own comes first:
 * it draws pages alike, and no toolbars around them, which cost a third of the tests' processor time.
 */
export const chromiumPath = (): string | null => firstOf(['chromium-headless-shell', ...windowed])

/** The same, but as people have it, where there is one: what is painted when is measured in it. */
export const wholeChromiumPath = (): string | null => firstOf([...windowed, 'chromium-headless-shell'])

export const hasWebkit = (): boolean => existsSync(webkit.executablePath())

/**
 * The path of the Mosquitto broker: the setting MOSQUITTO_PATH, else the system's (Debian keeps it in /usr/sbin, which
 * is not on everyone's PATH); null where there is none. Throws if the setting names a file that does not exist.
 */
export const mosquittoPath = (): string | null =>
  chosen('MOSQUITTO_PATH') ?? programme(['mosquitto'], ['/usr/sbin', '/usr/local/sbin'])
