/**
 * Puts each style sheet into the cascade layer of its folder, so that the order in which the files of a build load decides nothing
 * between folders: a rule of a page wins over one of the parts, whatever their selectors are. Within a folder selectors decide as ever.
 */
import type { Plugin } from 'vite'

/** The lowest first. PrimeReact puts its rules into a layer of its own while it runs. */
const layers = ['primereact', 'theme', 'packages', 'elements', 'parts', 'shell', 'pages']

/** The layer of a style sheet by its path; undefined for what is none. */
export function layerOf(file: string): string | undefined {
  const path = file.replaceAll('\\', '/').split('?')[0] ?? ''
  if (!path.endsWith('.css')) return undefined
  if (path.includes('/node_modules/')) return 'packages'
  // the theme refines the rules that come with the icon font
  if (path.includes('/dist/icons/')) return 'theme'
  const folder = /\/ui\/(\w+)\//.exec(path)?.[1]
  return layers.find(layer => layer === folder)
}

/** The sheet in its layer. Each says the order of all layers first, because any may be in the file that loads before the others. */
export function inLayer(css: string, file: string): string | undefined {
  const layer = layerOf(file)
  return layer && `@layer ${layers.join(', ')};\n@layer ${layer} {\n${css}\n}\n`
}

export const layered = (): Plugin => ({
  name: 'layered-styles',
  enforce: 'pre',
  transform(css, id) {
    const code = inLayer(css, id)
    return code === undefined ? undefined : { code, map: null }
  }
})
