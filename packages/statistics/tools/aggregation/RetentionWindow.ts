/** The window of time in which a completion makes an entity retained. */

/** Both ends belong to the window; units are counted between the starts of the units of both events. */
export interface RetentionWindow {
  readonly start: number
  readonly end: number
}

/** True when a completion that many units after the start lies in the window. */
export const isInWindow = (window: RetentionWindow, unitsAfterStart: number): boolean =>
  unitsAfterStart >= window.start && unitsAfterStart <= window.end
