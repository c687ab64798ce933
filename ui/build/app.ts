/** What Vite needs to read the sources of the application, for the build, the development server and the tests that draw parts. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { compiledMessages, withoutParser } from './compiledMessages.ts'
import { writeIconFont } from './iconFont.ts'
import { layered } from './layers.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The icon font is written when this is read. */
export const appAliases = [
  { find: 'primeicons/primeicons.css', replacement: await writeIconFont(here('../..'), here('../../dist/icons')) },
  withoutParser
]

export const appPlugins = (): PluginOption[] => [compiledMessages(here('../..')), layered(), react()]
