import { channel } from 'node:diagnostics_channel'
import type { StageEvent, StageEvents } from '../core/index.js'

/** Every event of every pipeline of the process, for tracing that knows nothing of pipelines. */
const CHANNEL = channel('tessera:stage')

/** Publishes a pipeline's events as `tessera:stage` on `node:diagnostics_channel`; costs nothing while nobody listens. */
export function publishToDiagnostics(events: StageEvents): void {
  events.on('*', (event: StageEvent) => {
    if (CHANNEL.hasSubscribers) CHANNEL.publish(event)
  })
}
