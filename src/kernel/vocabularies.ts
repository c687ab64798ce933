import type { Vocabulary } from '../contract/vocabulary.ts'
import { defineSlot } from './extension-points.ts'

/** Every vocabulary of the modules; the application fills it. */
export const allVocabularies = defineSlot<readonly Vocabulary[]>('kernel.vocabularies', [])
