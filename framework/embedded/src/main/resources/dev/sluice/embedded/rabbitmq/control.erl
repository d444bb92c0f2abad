%% Evaluated inside the broker once it has started. Answers questions about its exact state on a
%% loopback port: one request a connection, a line of base64 words, of which the first is a token.
%% The answer is a line of base64 words after "ok", or one after "error".

Counts = fun(Queue) ->
    case amqqueue:get_type(Queue) of
        rabbit_quorum_queue ->
            %% What info/2 says of these is seconds old.
            [begin
                 {ok, {_, Count}, _} = ra:leader_query(amqqueue:get_pid(Queue), Query),
                 Count
             end || Query <- [fun rabbit_fifo:query_messages_ready/1,
                              fun rabbit_fifo:query_messages_checked_out/1,
                              fun rabbit_fifo:query_consumer_count/1]];
        _ ->
            Items = [messages_ready, messages_unacknowledged, consumers],
            [proplists:get_value(Item, rabbit_amqqueue:info(Queue, Items)) || Item <- Items]
    end
end.

%% One that ends meanwhile is none.
Connections = fun() ->
    lists:flatmap(
        fun(Pid) ->
            try rabbit_networking:connection_info(Pid, [vhost, client_properties]) of
                [{vhost, VHost}, {client_properties, Properties}] ->
                    [{Pid, VHost, rabbit_misc:table_lookup(Properties, <<"connection_name">>)}]
            catch
                _:_ -> []
            end
        end,
        rabbit_networking:connections())
end.

Answer = fun
    ([<<"vhost">>, VHost, User]) ->
        case rabbit_vhost:exists(VHost) of
            true -> ok;
            false -> rabbit_vhost:add(VHost, User)
        end,
        rabbit_auth_backend_internal:set_permissions(User, VHost, <<".*">>, <<".*">>, <<".*">>, User),
        [];
    ([<<"counts">>, VHost, Name]) ->
        case rabbit_amqqueue:lookup(rabbit_misc:r(VHost, queue, Name)) of
            {ok, Queue} -> [integer_to_binary(Count) || Count <- Counts(Queue)];
            {error, not_found} -> []
        end;
    ([<<"close">>, VHost | Names]) ->
        Pids = [Pid || {Pid, At, Name} <- Connections(), At =:= VHost,
                       Names =:= [] orelse [Name] =:= [{longstr, One} || One <- Names]],
        Closed = [try rabbit_networking:close_connection(Pid, "closed by a test") of
                      _ -> 1
                  catch
                      _:_ -> 0
                  end || Pid <- Pids],
        [integer_to_binary(lists:sum(Closed))];
    ([<<"alarm">>, <<"on">>]) ->
        rabbit_alarm:set_alarm({{resource_limit, memory, node()}, []}),
        [];
    ([<<"alarm">>, <<"off">>]) ->
        rabbit_alarm:clear_alarm({resource_limit, memory, node()}),
        []
end.

Reply = fun(Token, Line) ->
    Words = [base64:decode(Word) || Word <- string:lexemes(string:trim(Line), " ")],
    try
        [Token | Request] = Words,
        ["ok" | [[" ", base64:encode(Word)] || Word <- Answer(Request)]]
    catch
        Class:Reason ->
            Text = io_lib:format("~tp: ~tp", [Class, Reason]),
            ["error ", base64:encode(unicode:characters_to_binary(Text))]
    end
end.

spawn(fun() ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {ip, {127, 0, 0, 1}}, {packet, line}, {active, false},
                                      {buffer, 65536}]),
    {ok, Port} = inet:port(Listen),
    Token = base64:encode(crypto:strong_rand_bytes(12)),
    File = os:getenv("RABBITMQ_CONTROL_FILE"),
    ok = file:write_file(File ++ ".new", [integer_to_binary(Port), "\n", Token, "\n"]),
    ok = file:rename(File ++ ".new", File),
    Accept = fun Again() ->
        {ok, Socket} = gen_tcp:accept(Listen),
        spawn(fun() ->
            case gen_tcp:recv(Socket, 0, 10000) of
                {ok, Line} -> gen_tcp:send(Socket, [Reply(Token, Line), "\n"]);
                {error, _} -> ok
            end,
            gen_tcp:close(Socket)
        end),
        Again()
    end,
    Accept()
end).
