import type { Fault } from '../config/fault.ts'
import { readSettings, type Settings, SettingsFault } from '../config/settings.ts'

/**
 * The settings of the environment; prints what is wrong with them, all of it, and ends the process with 1.
 * @param look for what the process needs besides, such as folders that it may write
 * @param complain tells the faults; by itself plainly, on standard error
 */
export function settingsOrExit(
  look: (settings: Settings) => readonly Fault[] = () => [],
  complain: (text: string, facts: { faults: readonly Fault[] }) => void = text => void process.stderr.write(`${text}\n`)
): Settings {
  try {
    const settings = readSettings(process.env)
    const faults = look(settings)
    if (faults.length > 0) throw new SettingsFault(faults)
    return settings
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    complain(error.message, { faults: error.faults })
    process.exit(1)
  }
}
