/** A module is what it registers, and nothing else: read its `index.ts` and you know what it does. */
import type { TObject } from '@sinclair/typebox'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { AnyCommand } from './commands/command.ts'
import type { Route } from './http/route.ts'
import type { JobDefinition } from './jobs/jobs.ts'
import type { ListPage, PartPage } from './metadata/pages.ts'
import type { Services } from './services.ts'

export interface Module {
  readonly name: string
  /** Folder of its message catalogue. */
  readonly messages?: URL
  readonly vocabularies?: readonly Vocabulary[]
  readonly pages?: readonly (ListPage | PartPage)[]
  /** Commands that no list names; those of the lists are found there. */
  readonly commands?: readonly AnyCommand[]
  readonly routes?: readonly Route<TObject>[]
  readonly jobs?: readonly (JobDefinition & { run(services: Services, data: never): Promise<void> })[]
  /** Registers what others ask for: facts, counters, names. Before the first request. */
  register?(services: Services): void
  /** Begins work of its own (ingest, timers) and gives the function that ends it. */
  start?(services: Services): Promise<() => Promise<void>>
}

export const defineModule = (module: Module): Module => module
