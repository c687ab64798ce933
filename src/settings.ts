import type { Fault } from '../config/fault.ts'
import { readSettings, type Settings, SettingsFault } from '../config/settings.ts'

/**
 * The settings of the environment; prints what is wrong with them, all of it, and ends the process with 1.
 * @param look for what the process needs besides, such as folders that it may write
 */
export function settingsOrExit(look: (settings: Settings) => readonly Fault[] = () => []): Settings {
  try {
    const settings = readSettings(process.env)
    const faults = look(settings)
    if (faults.length > 0) throw new SettingsFault(faults)
    return settings
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
