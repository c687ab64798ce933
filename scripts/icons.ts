/**
 * Makes ui/public/icons: what the application looks like where it is installed, drawn from the logo of the shell. Run by
 * hand after a change of the logo: `node --import tsx scripts/icons.ts`. It needs a Chromium, as the browser tests do.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumHint, chromiumPath } from '../test/helper/browser.ts'
import { root } from './check.ts'

interface Icon {
  readonly file: string
  readonly size: number
  /** The ring's share of the width. A maskable icon may be cut to a circle of four fifths. */
  readonly ring: number
  /** The corners' share of the width; the system cuts the others by itself. */
  readonly corner: number
}

const icons: readonly Icon[] = [
  { file: 'icon-192', size: 192, ring: 0.7, corner: 0.2 },
  { file: 'icon-512', size: 512, ring: 0.7, corner: 0.2 },
  { file: 'maskable-512', size: 512, ring: 0.56, corner: 0 },
  { file: 'apple-touch-icon', size: 180, ring: 0.66, corner: 0 }
]

/** The circles of the shell's logo, as SVG has them. */
const circles = readFileSync(join(root, 'ui/shell/logo.tsx'), 'utf8').match(/<circle[^>]*\/>/g)
if (!circles) throw new Error('ui/shell/logo.tsx draws no circles')
const drawing = circles.join('').replace(/\bstroke([A-Z])/g, (_, letter: string) => `stroke-${letter.toLowerCase()}`)

const executablePath = chromiumPath()
if (!executablePath) throw new Error(chromiumHint)
const folder = join(root, 'ui/public/icons')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: chromiumArguments })
for (const { file, size, ring, corner } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const style = `display:grid;place-items:center;height:100vh;border-radius:${corner * size}px;background:#0b5d5e;color:#fff`
  const logo = `<svg width="${ring * size}" viewBox="0 0 64 64" fill="none" stroke="currentColor">${drawing}</svg>`
  await page.setContent(`<body style="margin:0;background:transparent"><div style="${style}">${logo}</div></body>`)
  await page.screenshot({ path: join(folder, `${file}.png`), omitBackground: true })
  await page.close()
}
await browser.close()
