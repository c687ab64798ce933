/** The environment variable of a setting: `mqttPort` is `MQTT_PORT`. */
export const environmentName = (key: string): string => key.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()

/** Something wrong with a setting: `name` is the environment variable; `problem` and `mend` are sentences without a secret. */
export interface Fault {
  name: string
  problem: string
  mend: string
}
