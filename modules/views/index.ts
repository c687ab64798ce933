import { defineModule } from '../../src/kernel/module.ts'
import { viewCommands } from './commands.ts'
import { savedViews } from './resource.ts'
import { viewsRoute } from './routes.ts'

/** Views of lists that people save under a name, and share. */
export const views = defineModule({
  name: 'views',
  messages: new URL('./messages/', import.meta.url),
  resources: [savedViews],
  commands: viewCommands,
  routes: [viewsRoute]
})
