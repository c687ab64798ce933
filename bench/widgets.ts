/**
 * `npm run bench -- widgets`: PrimeReact's widgets beside those of our own. Of each pair it prints what its code weighs (kB gzip, minified, beyond
 * React and what our pages have loaded already), and of PrimeReact's what axe finds against WCAG 2.2 AA, how many inline styles our
 * content policy refuses, and how many stops the Tab key makes in it, each drawn and opened in Chromium. Ours are held at no finding, no
 * refusal and one stop by the browser tests.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import axe from 'axe-core'
import { build, type Rolldown } from 'vite'
import { contentPolicy } from '../src/kernel/serve/browser.ts'
import { chromiumArguments, chromiumPath } from '../test/helper/browser.ts'
import { appAliases, appPlugins } from '../ui/build/app.ts'

const root = join(import.meta.dirname, '..')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

interface Pair {
  /** The widgets of PrimeReact, each a folder of the package; the first is the example's. */
  readonly prime: readonly string[]
  /** Files of ours in `ui/`, without those that other parts load anyway. */
  readonly ours: readonly string[]
  /** What is pressed to open the widget. */
  readonly open?: string
}

const list = 'parts/list/'
const form = 'parts/form/'
const pairs: Readonly<Record<string, Pair>> = {
  DataTable: {
    prime: ['datatable', 'column'],
    ours: [
      ...[
        'ListGrid.tsx',
        'GridHead.tsx',
        'CellValue.tsx',
        'gridAttributes.ts',
        'rowKeys.ts',
        'tint.tsx',
        'useVisible.ts',
        'grid.css'
      ].map(file => `${list}grid/${file}`),
      ...['columnWidths.ts', 'useCellWidths.ts', 'cells.ts', 'textWidth.ts'].map(file => `${list}columns/${file}`)
    ]
  },
  Calendar: {
    prime: ['calendar'],
    ours: ['DayBox.tsx', 'DayGrid.tsx', 'days.ts', 'day.css'].map(file => form + file),
    open: '.p-datepicker-trigger'
  },
  AutoComplete: {
    prime: ['autocomplete'],
    ours: ['SearchChoice.tsx', 'combo.ts', 'choosing.ts', 'choices.css'].map(file => form + file),
    open: '.p-autocomplete-dropdown'
  },
  MultiSelect: {
    prime: ['multiselect'],
    ours: ['ChoicesControl.tsx', 'ticks.ts'].map(file => form + file),
    open: '.p-multiselect-trigger'
  },
  InputNumber: {
    prime: ['inputnumber'],
    ours: ['NumberControls.tsx', 'DecimalBox.tsx', 'amount.ts'].map(file => form + file)
  },
  FileUpload: {
    prime: ['fileupload'],
    ours: [
      'FileControl.tsx',
      'FilesControl.tsx',
      'uploadStore.ts',
      'uploads.ts',
      'upload.ts',
      'useUploads.ts',
      'useFileDrop.ts',
      'fileTexts.ts',
      'file.css'
    ].map(file => form + file)
  },
  Dialog: { prime: ['dialog'], ours: ['elements/Modal.tsx', 'elements/focus.ts'] },
  Menu: { prime: ['menu'], ours: ['elements/DropMenu.tsx', 'elements/arrowKeys.ts', 'elements/dropMenu.css'] },
  OverlayPanel: {
    prime: ['overlaypanel'],
    ours: ['elements/Popup.tsx', 'elements/usePopover.ts', 'elements/popups.css'],
    open: '#opener'
  },
  Toast: { prime: ['toast'], ours: ['shell/AlertBar.tsx', 'alerts.ts', 'shell/alerts.css'] },
  TabView: { prime: ['tabview'], ours: ['parts/panel/PanelTabs.tsx'] },
  Steps: { prime: ['steps'], ours: ['parts/panel/Steps.tsx', 'parts/panel/steps.css'] },
  Galleria: { prime: ['galleria'], ours: [] }
}

/** The code that all widgets of PrimeReact share: it is fetched with the first of them. */
const core = ['api', 'utils', 'hooks', 'componentbase', 'ripple', 'csstransition', 'iconbase']
const isCore = (id: string): boolean => core.some(name => id.startsWith(`primereact/${name}`))
const isReact = (id: string): boolean => /^(react|react-dom)(\/|$)/.test(id)

/** The weight in kB gzip of an entry, the modules for which `isOutside` says so left out. */
async function weightOf(code: string, isOutside: (id: string, from: string | undefined) => boolean): Promise<number> {
  const entry = 'virtual:entry'
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: appAliases },
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === entry ? id : undefined),
        load: id => (id === entry ? code : undefined)
      },
      ...appPlugins()
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entry,
        external: (id, from) => id !== entry && isOutside(id, from),
        preserveEntrySignatures: 'strict'
      }
    }
  })
  const outputs = ([result].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output)
  const sizes = outputs.map(one => gzipSync(one.type === 'chunk' ? one.code : one.source, { level: 9 }).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

const exportsOf = (names: readonly string[]): string =>
  names.map((name, at) => `export * as part${at} from '${name}'`).join('\n')

const weightOfPrime = (names: readonly string[]): Promise<number> =>
  weightOf(exportsOf(names.map(name => `primereact/${name}`)), id => isReact(id) || isCore(id))

function weightOfOurs(files: readonly string[]): Promise<number> {
  const names = new Set(files.map(file => basename(file)))
  return weightOf(
    exportsOf(files.map(file => join(root, 'ui', file))),
    // packages that no other part loads count; the rest of ui/ is there already
    id =>
      isReact(id) ||
      /^(@tanstack\/react-(query|router)|final-form|react-final-form)/.test(id) ||
      (id.startsWith('.') && !names.has(basename(id)))
  )
}

/** Serves the page of examples under the product's content policy. */
async function serveExamples() {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', rolldownOptions: { input: join(root, 'bench/widgets/prime.tsx') } }
  })
  const [script] = ([result].flat() as Rolldown.RolldownOutput[])
    .flatMap(({ output }) => output)
    .flatMap(one => (one.type === 'chunk' && one.isEntry ? [one.code] : []))
  const theme = readFileSync(join(root, 'node_modules/primereact/resources/themes/lara-light-blue/theme.css'))
  const nonce = 'bench'
  const html = `<!doctype html><html lang="pl"><head><title>PrimeReact</title><link rel="stylesheet" href="/theme.css"></head>
<body><div id="root"></div><script nonce="${nonce}">window.refused = 0
addEventListener('securitypolicyviolation', () => window.refused++)</script><script nonce="${nonce}" type="module" src="/script.js"></script></body></html>`
  const server = createServer((request, response) => {
    const [type, body] =
      request.url === '/script.js'
        ? ['text/javascript', script]
        : request.url === '/theme.css'
          ? ['text/css', theme]
          : ['text/html', html]
    response
      .writeHead(200, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': contentPolicy(nonce, '', '')
      })
      .end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const kB = (size: number): string => size.toFixed(1)
const examples = await serveExamples()
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
try {
  console.log(
    `PrimeReact's shared code, once: ${kB(await weightOf(exportsOf(core.map(name => `primereact/${name}`)), isReact))} kB\n`
  )
  console.log(
    '| widget | PrimeReact kB | ours kB | axe | refused styles | Tab stops |\n| --- | --- | --- | --- | --- | --- |'
  )
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  for (const [name, { prime, ours, open }] of Object.entries(pairs)) {
    const weights = [await weightOfPrime(prime), ours.length > 0 ? await weightOfOurs(ours) : undefined]
    await page.goto(`${examples.url}/?${name}`)
    await page.locator('main h1').waitFor()
    if (open) await page.locator(open).click()
    await page.evaluate(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      .then(() => Promise.allSettled(document.getAnimations().map(animation => animation.finished)))`)
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(
      runOnly => (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly, resultTypes: ['violations'] }),
      tags
    )
    const refused = await page.evaluate<number>('window.refused')
    const stops = await page.evaluate<number>(
      `[...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true })).length`
    )
    const found = violations.map(({ id, nodes }) => `${id} ×${nodes.length}`).join(', ') || '–'
    console.log(
      `| ${name} | ${weights.map(size => (size === undefined ? '–' : kB(size))).join(' | ')} | ${found} | ${refused} | ${stops} |`
    )
  }
} finally {
  await browser.close()
  examples.close()
}
