/** Puts `early.ts` into the HTML, compiled to one inline script, with the names of the files that each kind of page needs. */
import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { build } from 'vite'
import { languages } from '../../src/contract/languages.ts'

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>
type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } }

/** The modules that each kind of page needs, in addition to those that the HTML names. */
const entries = {
  admin: ['shell/AdminShell.tsx'],
  portal: ['shell/PortalShell.tsx'],
  list: ['parts/list/ListPage.tsx'],
  // with the controls of the form that is opened by its address most: a client's order
  form: ['parts/command/CommandForm.tsx', 'pages/pricing/LineAmount.tsx', 'pages/pricing/Trace.tsx'],
  panel: ['parts/panel/SidePanel.tsx'],
  signIn: ['pages/authorization.tsx'],
  'part:portal': ['pages/portal/index.tsx'],
  'part:dashboard': ['pages/dashboard/index.tsx'],
  ...Object.fromEntries(
    ['office', ...languages].flatMap(texts => [
      [texts, [`i18n/${texts}.ts`]],
      [`later:${texts}`, [`i18n/later/${texts}.ts`]]
    ])
  )
}

/** The chunk, what it imports, and their styles. */
function filesOf(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name] as Chunk | undefined
  if (chunk?.type !== 'chunk' || found.has(name)) return found
  found.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const next of chunk.imports) filesOf(bundle, next, found)
  return found
}

export function filesBy(root: string, bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const main = chunks.find(chunk => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html'))
  const first = main ? filesOf(bundle, main.fileName) : new Set<string>()
  const chunkOf = (file: string): string => {
    const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
      [facadeModuleId, ...moduleIds].some(id => id && relative(root, id) === file)
    )
    if (!chunk) throw new Error(`early.ts: no file has been built of ui/${file}`)
    return chunk.fileName
  }
  return Object.fromEntries(
    Object.entries(entries).map(([kind, files]) => {
      const needed = new Set(files.flatMap(file => [...filesOf(bundle, chunkOf(file))]))
      return [kind, [...needed].filter(file => !first.has(file)).map(file => `/${file}`)]
    })
  )
}

async function compiled(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: `${root}early.ts`, output: { format: 'iife' } }
    }
  })
  const [one] = Array.isArray(result) ? result : [result]
  if (!one || !('output' in one)) throw new Error('early.ts was not compiled')
  return one.output[0].code.trim()
}

export const earlyScript = (root: string): Plugin => ({
  name: 'early-script',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const code = await compiled(root)
      // in development there is no bundle, and nothing to fetch before it is imported
      const files = JSON.stringify(bundle ? filesBy(root, bundle as Bundle) : {})
      const script = `<script nonce="__CSP_NONCE__">{const filesBy=${files};${code}}</script>`
      return html.replace('<!-- early.ts -->', () => script)
    }
  }
})
