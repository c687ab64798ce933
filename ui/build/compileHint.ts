import type { Plugin } from 'vite'

/**
 * Says of the files with these names that all of their functions are called while the page loads (`allFunctionsCalledOnLoad`).
 * Chromium otherwise compiles each function at its first call, on the thread that draws; now it does so on another one while the
 * file arrives. To other browsers it is a comment. It has to be the first line, before what Vite puts there.
 */
export const compileHint = (...names: readonly string[]): Plugin => ({
  name: 'compile-hint',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && names.includes(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    }
  }
})
