import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** Builds the driver's application (`ui/driver`) after the others, into a folder of its own: it shares no file with them. */
export const driverApp = (): Plugin => ({
  name: 'driver-app',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: fileURLToPath(new URL('../driver/vite.config.ts', import.meta.url)),
      logLevel: this.environment.config.logLevel ?? 'warn'
    })
  }
})
