import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes `.br` and `.gz` files beside each text file of `assets`, so that the server need not compress at each request.
 * @param output the folder that is built
 */
export const compressed = (output: string): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = output }) {
    for (const file of readdirSync(`${dir}/assets`)) {
      if (!/\.(js|css|svg)$/.test(file)) continue
      const path = `${dir}/assets/${file}`
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
})
