/** How tests run a program of the server in a process of its own. */

/**
 * What Node is called with: the program's source, or, within `npm test`, what `scripts/test/compile.ts` has made of it.
 * @param source from the project's folder, such as `src/main.ts`
 */
export const argsOf = (source: string): string[] =>
  process.env.TEST_COMPILED === 'yes' ? [`dist/${source.replace(/\.ts$/, '.js')}`] : ['--import', 'tsx', source]

/** Node's program, also for a test that Deno runs. */
export const nodeProgram: string = 'Deno' in globalThis ? 'node' : process.execPath
