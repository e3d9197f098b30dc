import { type Context, Hono } from 'hono';
import type { ApplyGlobalResponse } from 'hono/client';
import { getPath } from 'hono/utils/url';
import { createCtx } from './create-context.ts';
import { accountRoutes, signInRoutes } from './features/account/routes.ts';
import { apiDocumentRoutes } from './features/api-document/routes.ts';
import { authenticateCaller } from './features/api-tokens/index.ts';
import { apiTokensRoutes } from './features/api-tokens/routes.ts';
import { artistMonitorRoutes } from './features/artist-monitor/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { calendarRoutes, subscriptionRoutes } from './features/calendar/routes.ts';
import { readingRoutes } from './features/catalogues/readings/routes.ts';
import { cataloguesRoutes } from './features/catalogues/routes.ts';
import { channelRoutes, publicAddressRoutes } from './features/channel/routes.ts';
import { codeMemoryRoutes } from './features/code-memory/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { doctorRoutes } from './features/doctor/routes.ts';
import { encoreRoutes } from './features/encore/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { limitGuardRoutes } from './features/limit-guard/routes.ts';
import { mailboxesRoutes, signInReturnRoutes } from './features/mailboxes/routes.ts';
import { mailboxTokenRoutes } from './features/mailboxes/tokens/routes.ts';
import { mcpRoutes } from './features/mcp/routes.ts';
import { metricsRoutes } from './features/metrics/routes.ts';
import { notificationChannelsRoutes } from './features/notification-channels/routes.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { paletteRoutes } from './features/palette/routes.ts';
import { presaleCodesRoutes } from './features/presale-codes/routes.ts';
import { presaleWatchesRoutes } from './features/presale-watches/routes.ts';
import { watchingRoutes } from './features/presale-watches/scanning/routes.ts';
import { priceMonitorRoutes } from './features/price-monitor/routes.ts';
import { profilesRoutes } from './features/profiles/routes.ts';
import { queuesRoutes } from './features/queues/routes.ts';
import { recentWorkRoutes } from './features/recent-work/routes.ts';
import { remindersRoutes } from './features/reminders/routes.ts';
import { resaleEventsRoutes } from './features/resale-events/routes.ts';
import { salesRoutes } from './features/sales/routes.ts';
import { sampleDataRoutes } from './features/sample-data/routes.ts';
import { scannerRoutes } from './features/scanners/routes.ts';
import { signupRoutes } from './features/signup/routes.ts';
import { ticketingRoutes } from './features/ticketing/routes.ts';
import { usersRoutes } from './features/users/routes.ts';
import { viewsRoutes } from './features/views/routes.ts';
import { watchRulesRoutes } from './features/watch-rules/routes.ts';
import { describeApi, type RouteDescription } from './http/api-description.ts';
import type { AppEnv } from './http/app-env.ts';
import { defaultBodyLimit } from './http/body-limit.ts';
import { describeFailure, type ErrorAnswers } from './http/errors.ts';
import { frame } from './http/frame.ts';
import {
  actFor,
  limitTokens,
  openContext,
  requireOperator,
  requireOwnPassword,
  requireScopes,
} from './http/guard.ts';
import { describeError } from './http/log.ts';
import { knownRoutesOnly, refuseUnknown } from './http/routing.ts';

/** `/api/events//update...` and `/api/events/update...` are the same call: clients may send both. */
const singleSlashes = (request: Request) => getPath(request).replace(/\/{2,}/g, '/');

/**
 * The API. Each capability appends `.route('/', xRoutes)`, where xRoutes is one chained expression with
 * inline handlers and full paths: the client infers paths, bodies and answers from it. Facts about a
 * route (body limit, rate limit, validation) are middleware at the route. Handlers return
 * `c.json({ success: true, ... }, 200)` with the status written out: the client narrows `ok` by it.
 */
const api = new Hono<AppEnv>({ getPath: singleSlashes })
  .use('/ws', frame, openContext(createCtx))
  .route('/', channelRoutes)
  .basePath('/api')
  .use(frame)
  .use(knownRoutesOnly)
  .use(openContext(createCtx))
  // Public routes: no sign-in. Scanners and calendar programs use a token of their own.
  .route('/', healthRoutes)
  .route('/', apiDocumentRoutes(listRoutes))
  .route('/', signInRoutes)
  .route('/', scannerRoutes)
  .route('/', readingRoutes)
  .route('/', watchingRoutes)
  .route('/', subscriptionRoutes)
  .route('/', signInReturnRoutes)
  .route('/', mailboxTokenRoutes)
  // Every route below needs a sign-in; its body is read after the token was checked.
  .use(requireOperator(authenticateCaller))
  .use(requireScopes)
  .use(limitTokens)
  .use(defaultBodyLimit)
  .route('/', accountRoutes)
  // Every route below also needs a password that the operator chose.
  .use(requireOwnPassword)
  .route('/', publicAddressRoutes)
  .route('/', apiTokensRoutes)
  .route('/', mcpRoutes(answerCall))
  .route('/', metricsRoutes)
  .route('/', doctorRoutes)
  .route('/', dashboardRoutes)
  .route('/', paletteRoutes)
  .route('/', auditRoutes)
  .route('/', resaleEventsRoutes)
  .route('/', ticketingRoutes)
  .route('/', artistMonitorRoutes)
  .route('/', cataloguesRoutes)
  .route('/', salesRoutes)
  .route('/', remindersRoutes)
  .route('/', limitGuardRoutes)
  .route('/', watchRulesRoutes)
  .route('/', calendarRoutes)
  .route('/', encoreRoutes)
  .route('/', signupRoutes)
  .route('/', queuesRoutes)
  .route('/', mailboxesRoutes)
  .route('/', profilesRoutes)
  .route('/', usersRoutes)
  .route('/', codeMemoryRoutes)
  .route('/', presaleCodesRoutes)
  .route('/', presaleWatchesRoutes)
  .route('/', recentWorkRoutes)
  .route('/', notificationsRoutes)
  .route('/', notificationChannelsRoutes)
  .route('/', priceMonitorRoutes)
  .route('/', viewsRoutes)
  .route('/', sampleDataRoutes);

/** A function with a declared type, because the type of the API would otherwise depend on itself. */
function listRoutes(): RouteDescription[] {
  return describeApi(api);
}

/** Answers a request that is part of the call `c`. The type is declared as above. */
function answerCall(request: Request, c: Context<AppEnv>): Response | Promise<Response> {
  actFor(c.var.ctx, request);
  return app.fetch(request, c.env, c.executionCtx);
}

/** The API with the error mapper. */
export const app = api.notFound(refuseUnknown(api)).onError((error, c) => {
  const failure = describeFailure(error);
  // Work that ends because the browser disconnected is not a failure.
  if (failure.isOurs && !c.req.raw.signal.aborted) c.var.log.error('failure', describeError(error));
  return c.json(failure.body, failure.status, failure.headers);
});

/** Type parameter of the client (`hc<AppType>`): the routes, and the failures that any of them may return. */
export type AppType = ApplyGlobalResponse<typeof api, ErrorAnswers>;
