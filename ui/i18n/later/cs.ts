import type { Texts } from '../../i18n.ts'
import { merged } from '../merged.ts'

export default merged(
  import.meta.glob<Texts>(
    ['../../../src/kernel/messages/cs.json', '../../../modules/*/messages/cs.json', '../../messages/cs.json'],
    { eager: true, import: 'default', query: '?later' }
  )
)
