/**
 * First half of the script: what is known, what has run out, and what the asking process tells. See `script.ts`.
 *
 * @internal
 */
export const accountsPart: string = `
local numbers, leases, accounts, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local gates, request = cjson.decode(ARGV[1]), cjson.decode(ARGV[2])
local me = request.process

local function text(number) return string.format('%.0f', number) end
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

local memory, flat = {}, redis.call('HGETALL', numbers)
for index = 1, #flat, 2 do memory[flat[index]] = flat[index + 1] end
local function recall(field) return tonumber(memory[field] or 0) end
local behind = recall('at') - now
redis.call('HSET', numbers, 'at', text(now))
if not memory.epoch or behind > 1000000 then
  redis.call('DEL', unpack(KEYS))
  memory = { epoch = me .. '.' .. text(now) }
  if request.epoch ~= '' then memory.settled = text(now + request.settle) end
else
  now = now + math.max(0, behind)
  if behind < -100000 and now - recall('resumed') > 2000000 then
    memory.silent, memory.resumed = memory.at, text(now)
  end
  -- As long as this process could not reach the store, nobody did: the others have to tell what they started, too.
  if request.away > 0 and recall('silent') <= now - request.away then
    memory.settled = text(math.max(recall('settled'), recall('resumed') + request.settle))
  end
end
memory.at = text(now)
local keep = request.keep
local function finish(reply)
  local fields = {}
  for field, value in pairs(memory) do
    fields[#fields + 1] = field
    fields[#fields + 1] = value
  end
  redis.call('HSET', numbers, unpack(fields))
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, text(keep)) end
  reply.epoch = memory.epoch
  return cjson.encode(reply)
end
if request.epoch ~= '' and request.epoch ~= memory.epoch then
  -- One who knew nothing has begun this memory, and others know more.
  memory.settled = memory.settled or text(now + request.settle)
  return finish({ lost = true })
end
if redis.call('EXISTS', leases, accounts) < 2 then
  redis.call('DEL', leases, accounts)
  for field in pairs(memory) do
    if field:sub(1, 5) == 'open:' then memory[field] = '0' end
  end
end

local account = redis.call('HGET', accounts, me)
account = account and cjson.decode(account) or { sequence = 0, open = {}, total = {}, turn = {} }
if request.sequence <= account.sequence then return finish({ stale = true }) end
account.sequence = request.sequence

local limits = {}
for _, gate in ipairs(gates) do
  gate.pausedUntil = math.max(recall('pause:' .. gate.id), recall('settled'))
  for _, limit in ipairs(gate.limits) do
    limits[#limits + 1], limits[limit.id] = limit, limit
    limit.open = recall('open:' .. limit.id)
    if limit.kind == 'bucket' then limit.arrival = recall('arrival:' .. limit.id) end
    if limit.kind == 'window' then
      limit.list, limit.recent = KEYS[limit.key], recall('recent:' .. limit.id)
      while true do
        local oldest = redis.call('LINDEX', limit.list, 0)
        if not oldest then limit.recent = 0 break end
        local instant, places = oldest:match('(%d+):(%d+)')
        if instant + limit.span > now then break end
        redis.call('LPOP', limit.list)
        limit.recent = limit.recent - places
      end
    end
  end
end

-- At most a thousand entries for a window; those close together share one, dated by the latest.
local function finished(limit, places, instant)
  if places <= 0 then return end
  if limit.kind == 'bucket' then
    limit.arrival = math.ceil(math.max(limit.arrival, instant) + places * limit.interval)
  elseif limit.kind == 'window' and instant + limit.span > now then
    local grain = math.max(1, math.floor(limit.span / 1024))
    local slot = math.ceil(instant / grain) * grain
    local last, before = (redis.call('LINDEX', limit.list, -1) or '0:0'):match('(%d+):(%d+)')
    if tonumber(last) >= slot then
      redis.call('LSET', limit.list, -1, last .. ':' .. text(before + places))
    else
      redis.call('RPUSH', limit.list, text(slot) .. ':' .. text(places))
    end
    limit.recent = limit.recent + places
  end
end
local function forget(process, held)
  for id, places in pairs(held) do
    local limit = limits[id]
    if limit then
      limit.open = limit.open - places
      finished(limit, places, now)
    else
      memory['open:' .. id] = text(recall('open:' .. id) - places)
    end
  end
  redis.call('ZREM', leases, process)
  redis.call('HDEL', accounts, process)
  redis.call('HDEL', waiters, process)
end
for _, process in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', text(now))) do
  local gone = redis.call('HGET', accounts, process)
  if process ~= me then forget(process, gone and cjson.decode(gone).open or {}) end
end

-- What this process tells. Of the finishes it lists, oldest first, only the newest are news.
for place, told in ipairs(request.limits) do
  local limit, listed = limits[place], 0
  limit.open = limit.open - (account.open[limit.id] or 0) + told.open
  account.open[limit.id] = told.open
  for index = 2, #told.finished, 2 do listed = listed + told.finished[index] end
  local known = account.total[limit.id] and listed - (told.total - account.total[limit.id]) or 0
  for index = 1, #told.finished, 2 do
    local places = told.finished[index + 1]
    finished(limit, math.min(places, places - known), now - told.finished[index])
    known = math.max(0, known - places)
  end
  account.total[limit.id] = told.total
end
for index, pause in ipairs(request.pauses) do
  gates[index].pausedUntil = math.max(gates[index].pausedUntil, now + pause)
end
`;
