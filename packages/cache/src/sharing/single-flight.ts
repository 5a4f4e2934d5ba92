import { RenderError } from '@tintype/contract';
import { untilAborted } from '@tintype/core';

/** A symbol is equal to nothing but itself. */
export type FlightKey = string | symbol;

/** Work under way that several wait for. */
interface Flight<T> {
  outcome: Promise<T>;
  controller: AbortController;
  waiting: number;
}

/** Does equal work once. */
export interface SingleFlight<T> {
  /** Starts or joins the work of a key; its signal aborts when all callers have left. */
  run(
    key: FlightKey,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): { value: Promise<T>; joined: boolean };
  readonly size: number;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<FlightKey, Flight<T>>();

  const start = (key: FlightKey, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController();
    const outcome = (async () => work(controller.signal))();
    const flight: Flight<T> = { outcome, controller, waiting: 0 };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    outcome.then(land, land);
    return flight;
  };

  const leave = (key: FlightKey, flight: Flight<T>, reason: unknown) => {
    flight.waiting -= 1;
    if (flight.waiting > 0 || flights.get(key) !== flight) return;
    flights.delete(key);
    flight.controller.abort(reason);
  };

  return {
    run(key, signal, work) {
      if (signal?.aborted)
        return { value: Promise.reject(RenderError.from(signal.reason, signal)), joined: false };
      const known = flights.get(key);
      const flight = known ?? start(key, work);
      flight.waiting += 1;
      const onAbort = () => leave(key, flight, signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const value = untilAborted(flight.outcome, signal).finally(() =>
        signal?.removeEventListener('abort', onAbort),
      );
      return { value, joined: known !== undefined };
    },
    get size() {
      return flights.size;
    },
  };
}
